import type { Event } from '../contract/events';
import { ok, type Result } from '../contract/problems';
import type { TurnAccepted } from '../contract/scenes';
import { followRoom, type OpenSocket } from './follow';
import { pause } from './http';

/** How long `?wait=1` holds a request at most. */
export const WAIT_MS = 120_000;

const ENDS = {
  'round.completed': 'completed',
  'round.failed': 'failed',
  'round.cancelled': 'cancelled',
} as const satisfies Partial<Record<Event['kind'], TurnAccepted['status']>>;

/**
 * Follows an accepted input until the round that answers it ends.
 *
 * @param signal aborts when the caller should stop waiting: the client left, or the bound was reached
 * @returns the input with its round and how that ended; with `queued` or `running` when it had not ended by then
 */
export async function waitForRound(
  accepted: TurnAccepted,
  open: OpenSocket,
  signal: AbortSignal,
): Promise<Result<TurnAccepted>> {
  let state: TurnAccepted = accepted;
  if (accepted.status !== 'queued' && accepted.status !== 'running') return ok(accepted);
  const followed = await followRoom({
    open,
    after: accepted.inputSeq,
    signal,
    pause,
    onEvent: (event) => {
      state = advance(state, event);
      const waits = state.status === 'running' || (state.status === 'queued' && !isHeld(event));
      return waits ? 'more' : 'enough';
    },
  });
  return followed.ok ? ok(state) : followed;
}

/** Inputs that wait go on waiting after this: for the scene to be opened again, or for a failed round to be retried. */
const isHeld = (event: Event): boolean =>
  event.kind === 'round.failed' || (event.kind === 'scene.changed' && event.payload.status === 'finished');

/** What one event of the ledger means for an input: its round began, or ended; most mean nothing. */
export function advance(state: TurnAccepted, event: Event): TurnAccepted {
  if (event.kind === 'round.started') {
    const { inputs } = event.payload;
    const answersIt = Array.isArray(inputs) && inputs.includes(state.inputSeq);
    return answersIt && event.round !== undefined
      ? { ...state, round: event.round, status: 'running' }
      : state;
  }
  const status = ENDS[event.kind as keyof typeof ENDS];
  return status && state.round !== null && event.round === state.round ? { ...state, status } : state;
}
