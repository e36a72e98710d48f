import type { Event } from '../../contract/events/events';
import { recallTransitions } from '../history';
import { listWishes, type PastWish } from '../play/wish-words';
import type { ActionRole, RunState } from '../state';
import { actionKey, type Transition } from '../transition';
import { readAction } from './replay';

/** A problem that the report lists but that never counts as evidence. */
export interface Trouble {
  turn: number;
  /** `doubt`: unknown whether the game executed the action; `refused`: it did not; `note`: unusual answer. */
  kind: 'doubt' | 'refused' | 'note';
  /** Action key; null if it happened while the game started. */
  action: string | null;
  role: ActionRole | null;
  message: string;
}

export interface RunRecord {
  state: RunState;
  /** Oldest first; at least the latest thousand. */
  transitions: readonly Transition[];
  troubles: readonly Trouble[];
  /** Wishes a model made while playing on, oldest first. */
  wishes: readonly PastWish[];
}

/** @param events the run's entire ledger, in order */
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
