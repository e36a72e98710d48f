import type { Event } from '../../contract/events/events';
import { recallTransitions } from '../history';
import { listWishes, type PastWish } from '../play/wish-words';
import type { ActionRole, RunState } from '../state';
import { actionKey, type Transition } from '../transition';
import { readAction } from './replay';

/** Something that did not go as it should: it is told, and never counted as evidence. */
export interface Trouble {
  turn: number;
  /** `doubt`: nobody knows whether the game did the action; `refused`: it did not; `note`: it answered oddly. */
  kind: 'doubt' | 'refused' | 'note';
  /** Key of the action; null when the game was being started. */
  action: string | null;
  role: ActionRole | null;
  message: string;
}

/** A run as it is read: its state, and everything it executed. */
export interface RunRecord {
  state: RunState;
  /** Oldest first; the newest thousand or more. */
  transitions: readonly Transition[];
  troubles: readonly Trouble[];
  /** What a model wished for while the run played on, oldest first. */
  wishes: readonly PastWish[];
}

/**
 * Read a run for its account.
 *
 * @param events the whole ledger of the run, in order
 */
export const readRecord = (state: RunState, events: readonly Event[]): RunRecord => ({
  state,
  transitions: recallTransitions(state, events),
  troubles: events.flatMap((event) => readTrouble(event) ?? []),
  wishes: listWishes(events, null),
});

function readTrouble({ turn = 0, kind, payload }: Event): Trouble | null {
  if (kind === 'action.refused' || kind === 'action.executed') {
    const { role } = payload;
    const action = actionKey(readAction(payload));
    if (kind === 'action.refused') return { turn, kind: 'refused', action, role, message: payload.message };
    const { inDoubt, note } = payload;
    if (inDoubt) return { turn, kind: 'doubt', action, role, message: note ?? '' };
    return note === null ? null : { turn, kind: 'note', action, role, message: note };
  }
  if (kind !== 'game.reset') return null;
  const { note } = payload;
  return note === null ? null : { turn, kind: 'note', action: null, role: null, message: note };
}
