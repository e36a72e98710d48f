import { type Answerer, answererKind, nameAnswerer } from '../base/answerer';
import type { Event, EventOf } from '../contract/events/events';
import type { RoomState } from '../room/room-state';
import { reduceOpen } from '../room/rounds';
import type { Pause } from '../room/run-status';
import type { ControlResult } from './control';

export interface AnyRunState<C = object> extends RoomState, ControlResult {
  config: C;
  /** Null if the run is not a fork. */
  forkedFrom: { run: string; turn: number } | null;
  /** Seq of the control that last started or resumed the run; 0: none. */
  goingSince: number;
  /** The last pause, until the run continues; null after a requested number of turns. */
  pause: Pause | null;
  /** Consecutive turns, up to the last, without a usable answer; `resume` resets the count. */
  unanswered: number;
  /** Without duplicates. */
  answerers: Answerer[];
}

/** True if the room starts the next turn on its own. A failed turn waits for a user to resume it. */
export const shouldPlayTurn = ({ status, open, failed }: AnyRunState): boolean =>
  status === 'running' && open === null && failed === null;

/** Seq of the next turn's trigger: the control that resumed the run, or a later command to type. */
export const triggerSeq = ({ goingSince }: AnyRunState, given: readonly { seq: number }[] = []): number =>
  Math.max(goingSince, given[0]?.seq ?? 0);

export const addAnswerer = (answerers: Answerer[], answer: Answerer): Answerer[] =>
  answerers.some((one) => nameAnswerer(one) === nameAnswerer(answer))
    ? answerers
    : [...answerers, answererKind(answer)];

export function beginRun<C>(event: EventOf<'run.created'>): AnyRunState<C> {
  const { id, title, config, forkedFrom = null } = event.payload;
  return {
    id,
    title,
    head: event.seq,
    createdAt: event.at,
    rounds: 0,
    open: null,
    failed: null,
    status: 'created',
    finishReason: null,
    steps: null,
    // The room wrote it for its own engine.
    config: config as C,
    forkedFrom,
    goingSince: 0,
    pause: null,
    unanswered: 0,
    answerers: [],
  };
}

/**
 * Folds an event into a run's state: first starts, controls and ends, which all runs share, then the game's
 * part. A finished run has no open or failed turn.
 *
 * @param own the game's part; gets the round that was open before the event
 */
export function foldRun<S extends AnyRunState>(state: S, event: Event, own: (state: S) => S): S {
  const { open, failed, rounds } = reduceOpen(state, event);
  const isOver = event.kind === 'run.finished';
  return {
    ...own({ ...state, ...steer(state, event) }),
    ...(isOver ? { open: null, failed: null } : { open, failed }),
    rounds,
    head: event.seq,
  };
}

function steer(
  { status, steps, config, title, unanswered }: AnyRunState,
  event: Event,
): Partial<AnyRunState> {
  switch (event.kind) {
    case 'run.started':
    case 'run.resumed':
      return {
        status: 'running',
        pause: null,
        unanswered: 0,
        steps: event.payload.steps,
        goingSince: event.seq,
      };
    case 'run.paused':
      return { status: 'paused', pause: event.payload };
    case 'run.finished':
      return { status: 'finished', finishReason: event.payload.reason };
    case 'run.changed': {
      const changes = event.payload;
      const { budgets } = config as { budgets?: object };
      const newConfig = { ...config, budgets: { ...budgets, ...changes.budgets } };
      return { title: changes.title ?? title, config: changes.budgets ? newConfig : config };
    }
    case 'turn.completed': {
      const { answered } = event.payload;
      // A turn without requests changes nothing.
      const newCount = { unanswered: answered === null ? unanswered : answered ? 0 : unanswered + 1 };
      // Pauses after a requested number of turns.
      if (steps === null || status !== 'running') return newCount;
      return { ...newCount, ...(steps > 1 ? { steps: steps - 1 } : { steps: null, status: 'paused' }) };
    }
    default:
      return {};
  }
}
