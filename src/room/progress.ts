import type { CommandGiven } from '../api/adventures';
import type { TurnAccepted } from '../api/rounds';
import { advanceStatus } from '../engines/runs/status';
import type { Event } from '../events/events';

const ENDS = {
  'round.completed': 'completed',
  'round.failed': 'failed',
  'round.cancelled': 'cancelled',
} as const satisfies Partial<Record<Event['kind'], TurnAccepted['status']>>;

/** What one event of the ledger means for an input: its round began, or ended; most mean nothing. */
export function advanceTurn(state: TurnAccepted, event: Event): TurnAccepted {
  if (event.kind === 'round.started') {
    return event.payload.inputs.includes(state.inputSeq) && event.round !== undefined
      ? { ...state, round: event.round, status: 'running' }
      : state;
  }
  const status = ENDS[event.kind as keyof typeof ENDS];
  return status && state.round !== null && event.round === state.round ? { ...state, status } : state;
}

/** What one event after a command means for the person who gave it. */
export function advanceCommand(state: CommandGiven, event: Event): CommandGiven {
  const { kind, turn, payload } = event;
  switch (kind) {
    case 'command.executed': {
      const { given, story } = payload;
      if (given !== state.seq) return state;
      const { score, location } = story.reading;
      const place = location && { id: `L${location.id}`, name: location.name };
      return { ...state, turn: turn ?? 0, text: story.text, score, place };
    }
    default:
      return { ...state, status: advanceStatus(state.status, event) };
  }
}

/** Nothing more comes of it: the turn that typed it is over, or the run stands still. */
export const isTyped = (state: CommandGiven, { kind, turn, payload }: Event): boolean =>
  kind === 'run.finished' ||
  kind === 'turn.failed' ||
  (kind === 'turn.completed' && (turn === state.turn || payload.paused === true));
