import { z } from 'zod';
import { ok, type Result } from '../../api/problems';
import { sleep } from '../../base/sleep';
import type { Event } from '../../events/events';
import { followRoom, type OpenSocket } from './follow';

/** The longest that `?wait=1` holds a request. */
const WAIT_MS = 120_000;

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
  const end = await followRoom({ after, open, signal, pause: sleep, onEvent });
  // It was accepted all the same: whoever can't wait for it reads it later.
  if (!end.ok && end.failure.code === 'too_many') return ok({ state, isOver: false });
  return end.ok ? ok({ state, isOver: end.value === 'enough' }) : end;
}

/** The query of what can be waited for. @param otherwise when nothing is said; `description` of what is not */
export const waitQuery = (otherwise: '0' | '1', description: string) =>
  z.object({ wait: z.enum(['0', '1']).default(otherwise).meta({ description }) });

/** Ends with the request, or after {@link WAIT_MS}. */
export const waitSignal = (request: Request): AbortSignal =>
  AbortSignal.any([request.signal, AbortSignal.timeout(WAIT_MS)]);
