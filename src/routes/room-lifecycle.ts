import { fail, ok, type Result } from '../contract/problems';
import type { AppContext } from './http';
import { ask, type Reach, reachTenant } from './remote';
import { type IdKind, makeRoomId } from './room-ids';

/**
 * The id for a room about to be created. A key that made a room which was deleted since makes no second one:
 * deleting would otherwise be undone by a late repeat of the request.
 */
export async function claimRoomId(c: AppContext, kind: IdKind): Promise<Result<string>> {
  const key = c.req.header('Idempotency-Key') ?? null;
  const { tenant } = c.get('principal');
  const id = await makeRoomId(kind, tenant, key);
  if (key === null) return ok(id);
  const gone = await ask(reachTenant(c.env, tenant), (remote) => remote.isEntombed(id), 'safe');
  if (!gone.ok) return gone;
  return gone.value
    ? fail({
        code: 'conflict',
        detail: `What this Idempotency-Key created (${id}) was deleted.`,
        fix: 'Use a new Idempotency-Key.',
      })
    : ok(id);
}

/** What can be deleted by its id. */
export interface Erasable {
  read(): Promise<Result<unknown>>;
  erase(): Promise<Result<null>>;
}

/**
 * Deletes a room, or what has an id like one: tombstone first, so that nothing brings it back, then it erases itself.
 * Idempotent.
 */
export async function deleteRoom(c: AppContext, door: Reach<Erasable>, id: string): Promise<Result<null>> {
  const tenant = reachTenant(c.env, c.get('principal').tenant);
  const found = await ask(door, (room) => room.read(), 'safe');
  if (!found.ok && found.failure.code !== 'not_found') return found;
  if (!found.ok) {
    const gone = await ask(tenant, (remote) => remote.isEntombed(id), 'safe');
    if (!gone.ok) return gone;
    return gone.value ? ok(null) : found;
  }
  const entombed = await ask(tenant, (remote) => remote.entomb(id), 'safe');
  return entombed.ok ? ask(door, (room) => room.erase(), 'safe') : entombed;
}
