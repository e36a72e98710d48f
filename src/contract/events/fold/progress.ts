import type { CommandGiven } from '../../adventures';
import type { TurnAccepted } from '../../rounds';
import type { RunStatus } from '../../run-parts';
import type { Event } from '../events';

/** Status of a round by the event that ends it. A rollback does not end a round. */
export const ROUND_ENDS = {
  'round.completed': 'completed',
  'round.failed': 'failed',
  'round.cancelled': 'cancelled',
} as const satisfies Partial<Record<Event['kind'], TurnAccepted['status']>>;
type RoundEnd = (typeof ROUND_ENDS)[keyof typeof ROUND_ENDS];

export const roundEnd = ({ kind }: Pick<Event, 'kind'>): RoundEnd | undefined =>
  ROUND_ENDS[kind as keyof typeof ROUND_ENDS];

/** Updates the status of an input when its round starts or ends. */
export function advanceTurn(state: TurnAccepted, event: Event): TurnAccepted {
  if (event.kind === 'round.started') {
    return event.payload.inputs.includes(state.inputSeq) && event.round !== undefined
      ? { ...state, round: event.round, status: 'running' }
      : state;
  }
  const status = roundEnd(event);
  return status && state.round !== null && event.round === state.round ? { ...state, status } : state;
}

/** Updates the answer to a command with an event that follows it. */
export function advanceCommand(state: CommandGiven, event: Event): CommandGiven {
  const { kind, turn, payload } = event;
  switch (kind) {
    case 'command.executed': {
      const { given, story } = payload;
      if (given !== state.seq) return state;
      const { score, location } = story.reading;
      const place = location && { id: `L${location.id}`, name: location.name };
      return { ...state, turn: turn ?? 0, text: story.text, awaits: story.awaits, score, place };
    }
    default:
      return { ...state, status: advanceStatus(state.status, event) };
  }
}

/** True once the turn that typed the command is over, or the run has stopped. */
export const isTyped = (state: CommandGiven, { kind, turn, payload }: Event): boolean =>
  kind === 'run.finished' ||
  kind === 'turn.failed' ||
  (kind === 'turn.completed' && (turn === state.turn || payload.paused === true));

/**
 * Updates the status of a run, for clients that follow a ledger. Gives the same result as `runStatus` at each commit.
 */
export function advanceStatus(status: RunStatus, event: Event): RunStatus {
  switch (event.kind) {
    case 'run.created':
      return 'created';
    case 'run.started':
    case 'run.resumed':
      return 'running';
    case 'run.paused':
      return 'paused';
    case 'run.finished':
      return 'finished';
    case 'turn.failed':
      return status === 'running' && event.payload.retryAt === undefined ? 'failed' : status;
    case 'turn.started':
    case 'turn.cancelled':
      // The turn is retried, or was abandoned in favor of a person's command.
      return status === 'failed' ? 'running' : status;
    case 'turn.completed':
      return event.payload.paused === true ? 'paused' : status;
    default:
      return status;
  }
}
