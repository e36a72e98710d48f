import { type Answerer, answererOf, nameAnswerer } from '../base/answerer';
import type { Event, EventOf } from '../contract/events/events';
import type { RoomState } from '../room/room-state';
import { reduceOpen } from '../room/rounds';
import type { Pause } from '../room/run-status';
import type { Controlled } from './control';

/** The state that runs of both kinds have. */
export interface AnyRunState<C = object> extends RoomState, Controlled {
  config: C;
  /** Null for a run that is no fork. */
  forkedFrom: { run: string; turn: number } | null;
  /** Seq of the control that set it going last; 0: none has. */
  goingSince: number;
  /** The last pause, until the run goes on; null after the number of turns it was asked for. */
  pause: Pause | null;
  /** Turns in a row, up to the last one, in which an agent gave no usable answer; `resume` starts the count anew. */
  unanswered: number;
  /** Who answered so far, each once. */
  answerers: Answerer[];
}

/** Says whether the room starts the next turn by itself. A failed turn waits for someone to resume it. */
export const wantsTurn = ({ status, open, failed }: AnyRunState): boolean =>
  status === 'running' && open === null && failed === null;

/** Seq of what sets the next turn off: the control that has the run go on, or a later command that it is to type. */
export const setOffBy = ({ goingSince }: AnyRunState, given: readonly { seq: number }[] = []): number =>
  Math.max(goingSince, given[0]?.seq ?? 0);

/** Adds who gave an answer. */
export const addAnswerer = (answerers: Answerer[], answer: Answerer): Answerer[] =>
  answerers.some((one) => nameAnswerer(one) === nameAnswerer(answer))
    ? answerers
    : [...answerers, answererOf(answer)];

/** Begins the state of a run with its `run.created`. */
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
 * Fold one event into the state of a run: what starts, steers and ends runs of any kind, then what its game makes of
 * the event. A finished run has nothing to play, whatever was open.
 *
 * @param own what the event means for the game; it is given the round that was open before the event
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
      // A turn that asked nobody changes nothing.
      const newCount = { unanswered: answered === null ? unanswered : answered ? 0 : unanswered + 1 };
      // A run that was asked for a number of turns pauses after the last of them.
      if (steps === null || status !== 'running') return newCount;
      return { ...newCount, ...(steps > 1 ? { steps: steps - 1 } : { steps: null, status: 'paused' }) };
    }
    default:
      return {};
  }
}
