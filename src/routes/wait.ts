import { z } from 'zod';
import type { Event } from '../contract/events';
import { ok, type Result } from '../contract/problems';
import type { TurnAccepted } from '../contract/rounds';
import { advanceTurn } from '../rooms/progress';
import { followRoom, type OpenSocket } from './follow';
import { pause } from './http';

/** How long `?wait=1` holds a request at most. */
const WAIT_MS = 120_000;

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
  if (accepted.status !== 'queued' && accepted.status !== 'running') return ok(accepted);
  const waits = ({ status }: TurnAccepted, event: Event) =>
    status === 'running' || (status === 'queued' && !isHeld(event));
  const waited = await waitFor(accepted, {
    after: accepted.inputSeq,
    open,
    signal,
    advance: advanceTurn,
    waits,
  });
  return waited.ok ? ok(waited.value.state) : waited;
}

/**
 * Follows a room, and what its events make of something it accepted.
 *
 * @param follow.waits whether more is to come; asked after each event
 * @returns what became of it, and whether it is over: it is not when the bound was reached before
 */
export async function waitFor<S>(
  accepted: S,
  follow: {
    after: number;
    open: OpenSocket;
    signal: AbortSignal;
    advance: (state: S, event: Event) => S;
    waits: (state: S, event: Event) => boolean;
  },
): Promise<Result<{ state: S; isOver: boolean }>> {
  let state = accepted;
  const { after, open, signal, advance, waits } = follow;
  const onEvent = (event: Event) => {
    state = advance(state, event);
    return waits(state, event) ? 'more' : 'enough';
  };
  const followed = await followRoom({ after, open, signal, pause, onEvent });
  // It was accepted all the same: whoever can't wait for it reads it later.
  if (!followed.ok && followed.failure.code === 'too_many') return ok({ state, isOver: false });
  return followed.ok ? ok({ state, isOver: followed.value === 'enough' }) : followed;
}

/** The query of what can be waited for. @param otherwise when nothing is said; `description` of what is not */
export const waitQuery = (otherwise: '0' | '1', description: string) =>
  z.object({ wait: z.enum(['0', '1']).default(otherwise).meta({ description }) });

/** Ends with the request, or after {@link WAIT_MS}. */
export const waitSignal = (request: Request): AbortSignal =>
  AbortSignal.any([request.signal, AbortSignal.timeout(WAIT_MS)]);

/** Inputs that wait go on waiting after this: for the scene to be opened again, or for a failed round to be retried. */
const isHeld = (event: Event): boolean =>
  event.kind === 'round.failed' || (event.kind === 'scene.changed' && event.payload.status === 'finished');
