import { OWNER } from '../contract/events';
import { fail, ok, type Result } from '../contract/problems';
import type { RoomApi } from '../contract/rooms';
import { listListeners } from '../logs/listeners';
import type { AppContext } from './http';
import { ask, type Reach, reachRun, reachScene } from './remote';

const DOWN = { code: 'unavailable', detail: 'The index did not answer.', retryAfter: 5 } as const;

/** A tenant's subscriptions or hooks, each as its own object shows it. One that is being deleted is left out. */
export async function readListeners<T>(
  c: AppContext,
  table: 'webhooks' | 'hooks',
  read: (id: string) => Promise<Result<T>>,
): Promise<Result<T[]>> {
  const ids = await listIds(c, table);
  if (!ids.ok) return ids;
  const found = await Promise.all(ids.value.map(read));
  const broken = found.find((one) => !one.ok && one.failure.code !== 'not_found');
  if (broken && !broken.ok) return broken;
  return ok(found.flatMap((one) => (one.ok ? [one.value] : [])));
}

/**
 * May the tenant have one more, for that room? `conflict` when it has `most` already, `invalid` when there is no such
 * room.
 *
 * @param room undefined: every room
 */
export async function mayListen(
  c: AppContext,
  table: 'webhooks' | 'hooks',
  most: number,
  room: string | undefined,
): Promise<Result<null>> {
  if (room !== undefined) {
    const reach: Reach<RoomApi> = room.startsWith('scn_') ? reachScene(c, room) : reachRun(c, room);
    const found = await ask(reach, (remote) => remote.events({ after: 0, limit: 1 }, OWNER), 'safe');
    if (!found.ok) return found.failure.code === 'not_found' ? refuseRoom(room) : found;
  }
  const ids = await listIds(c, table);
  if (!ids.ok) return ids;
  if (ids.value.length < most) return ok(null);
  const detail = `A tenant has at most ${most} ${table}.`;
  return fail({
    code: 'conflict',
    detail,
    fix: `Delete one that is not needed: GET /v1/${table} lists them.`,
  });
}

const refuseRoom = (room: string): Result<null> =>
  fail({ code: 'invalid', errors: [{ pointer: '/room', message: `there is no room "${room}" here` }] });

async function listIds(c: AppContext, table: 'webhooks' | 'hooks'): Promise<Result<string[]>> {
  try {
    return ok(await listListeners(c.env.DB, table, c.get('principal').tenant));
  } catch (error) {
    console.warn(`list of ${table}:`, error instanceof Error ? error.message : 'unknown error');
    return fail(DOWN);
  }
}
