import { ok, type Result } from '../../api/problems';
import { type TurnAccepted, turnAccepted } from '../../api/rounds';
import type { Event } from '../../events/events';
import { advanceTurn } from '../../room/progress';
import { viewerOf } from '../auth/authenticate';
import { type AppContext, answers, problemAnswer, refuse } from '../middleware/http';
import type { Reach } from '../middleware/remote';
import { type OpenSocket, socketOpener } from '../rooms/follow';
import { waitFor, waitQuery, waitSignal } from '../rooms/wait';

/** The query and the answers of whatever has a round played. */
export const roundQuery = waitQuery('0', '1: answer when the round has ended, or after two minutes');
export const roundAnswers = {
  200: answers(turnAccepted, 'With wait=1: the round has ended'),
  202: answers(turnAccepted, 'It is stored, and its round is queued or running'),
  default: problemAnswer,
};

/**
 * Answers what was accepted: at once, or with `wait` when its round has ended.
 *
 * @param scene the scene that accepted it, and the way there
 * @param after seq of an event after which its round begins and ends
 */
export async function answerRound(
  c: AppContext,
  accepted: TurnAccepted,
  { scene, door, after, wait }: { scene: string; door: Reach<unknown>; after: number; wait: '0' | '1' },
) {
  if (wait === '0') return c.json(accepted, 202);
  const open = socketOpener(door, viewerOf(c.get('principal')), scene);
  const waited = await waitForRound(accepted, { after, open, signal: waitSignal(c.req.raw) });
  if (!waited.ok) return refuse(c, waited.failure);
  return isOver(waited.value) ? c.json(waited.value, 200) : c.json(waited.value, 202);
}

/**
 * Follows an accepted input until the round that answers it ends.
 *
 * @param after seq of an event after which its round begins and ends
 * @param signal aborts when the caller should stop waiting: the client left, or the bound was reached
 * @returns the input with its round and how that ended; with `queued` or `running` when it had not ended by then
 */
export async function waitForRound(
  accepted: TurnAccepted,
  { after, open, signal }: { after: number; open: OpenSocket; signal: AbortSignal },
): Promise<Result<TurnAccepted>> {
  if (isOver(accepted)) return ok(accepted);
  const waits = ({ status }: TurnAccepted, event: Event) =>
    status === 'running' || (status === 'queued' && !isHeld(event));
  const waited = await waitFor(accepted, {
    after,
    open,
    signal,
    advance: advanceTurn,
    waits,
  });
  return waited.ok ? ok(waited.value.state) : waited;
}

const isOver = ({ status }: TurnAccepted): boolean => status !== 'queued' && status !== 'running';

/** Inputs that wait go on waiting after this: for the scene to be opened again, or for a failed round to be retried. */
const isHeld = (event: Event): boolean =>
  event.kind === 'round.failed' || (event.kind === 'scene.changed' && event.payload.status === 'finished');
