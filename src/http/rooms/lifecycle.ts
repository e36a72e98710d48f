import { customAlphabet } from 'nanoid';
import { deriveId } from '../../base/derive-id';
import { readConfig } from '../../config';
import type { Receipt } from '../../contract/access';
import { ok, type Result } from '../../contract/problems';
import type { Address } from '../../room/rpc';
import { type AppContext, makeReceipt } from '../middleware/http';
import { callRoom, type RoomClient, tenantClient } from '../middleware/room-client';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 20;
/** The part of an id that follows its kind. */
export const randomId = customAlphabet(ALPHABET, LENGTH);

/** Prefixes of ids: rooms, experiments, and the two kinds of webhooks. */
type IdKind = 'scn' | 'run' | 'adv' | 'exp' | 'whk' | 'hok';

/**
 * The id of a new room. With an `Idempotency-Key` it follows from tenant and key, so that a repeat of the request
 * reaches the room the first one made, whatever happened to the answer; without one it is random.
 */
export async function makeRoomId(
  kind: IdKind,
  tenant: string,
  idempotencyKey: string | null,
): Promise<string> {
  if (idempotencyKey === null) return `${kind}_${randomId()}`;
  return deriveId(kind, tenant, idempotencyKey);
}

/**
 * Makes a room under an id of its own, which its tenant counts from then on. A key that made a room which was deleted
 * since makes no second one: deleting would otherwise be undone by a late repeat of the request.
 *
 * @param fileReceipt of a request whose body is a file; absent: the receipt is made here
 */
export async function makeRoom<T extends Erasable, V>(
  c: AppContext,
  kind: Exclude<IdKind, 'whk' | 'hok'>,
  clientOf: (c: AppContext, id: string) => RoomClient<T>,
  make: (room: T, address: Address, receipt: Receipt | null) => Promise<Result<V>>,
  fileReceipt?: Receipt | null,
): Promise<Result<V>> {
  const receipt = fileReceipt === undefined ? await makeReceipt(c) : fileReceipt;
  const { tenant } = c.get('principal');
  const id = await makeRoomId(kind, tenant, receipt?.key ?? null);
  const claim = await claimPlace(c, id);
  if (!claim.ok) return claim;
  const client = clientOf(c, id);
  const result = await callRoom(
    client,
    (room) => make(room, { tenant, id }, receipt),
    receipt ? 'safe' : 'once',
  );
  if (result.ok) c.header('Location', `/v1/${COLLECTIONS[kind]}/${id}`);
  else if (claim.value) await releaseUnmade(c, client, id);
  return result;
}

const COLLECTIONS = { scn: 'scenes', run: 'runs', adv: 'runs', exp: 'experiments' } as const;

/** Has the tenant know of an id; true when it is new. */
function claimPlace(c: AppContext, id: string): Promise<Result<boolean>> {
  const { tenant } = c.get('principal');
  const most = readConfig(c.env).limits.rooms;
  return callRoom(tenantClient(c.env, tenant), (remote) => remote.claimRoom(tenant, id, most), 'safe');
}

/** Gives back the place of what was not made after all. Another request of the same key may have made it meanwhile. */
export async function releaseUnmade(
  c: AppContext,
  client: RoomClient<{ read(): Promise<Result<unknown>> }>,
  id: string,
): Promise<void> {
  const reading = await callRoom(client, (remote) => remote.read(), 'safe');
  if (reading.ok || reading.failure.code !== 'not_found') return;
  const books = tenantClient(c.env, c.get('principal').tenant);
  await callRoom(books, (remote) => remote.releaseRoom(id), 'safe');
}

/**
 * The id for a webhook about to be created. Its tenant knows of it from then on, so that it goes with the tenant; it is
 * not counted among the rooms.
 */
export async function claimId(
  c: AppContext,
  kind: 'whk' | 'hok',
): Promise<Result<{ id: string; isNew: boolean }>> {
  const { tenant } = c.get('principal');
  const id = await makeRoomId(kind, tenant, c.req.header('Idempotency-Key') ?? null);
  const claim = await claimPlace(c, id);
  return claim.ok ? ok({ id, isNew: claim.value }) : claim;
}

/** An object that can be deleted by its id. */
interface Erasable {
  read(): Promise<Result<unknown>>;
  erase(): Promise<Result<null>>;
}

/**
 * Deletes a room, or what has an id like one: tombstone first, so that nothing brings it back, then it erases itself.
 * Idempotent.
 */
export async function deleteRoom(
  c: AppContext,
  client: RoomClient<Erasable>,
  id: string,
): Promise<Result<null>> {
  const tenant = tenantClient(c.env, c.get('principal').tenant);
  const reading = await callRoom(client, (room) => room.read(), 'safe');
  if (!reading.ok && reading.failure.code !== 'not_found') return reading;
  if (!reading.ok) {
    const isEntombed = await callRoom(tenant, (remote) => remote.isEntombed(id), 'safe');
    if (!isEntombed.ok) return isEntombed;
    return isEntombed.value ? ok(null) : reading;
  }
  const tombstone = await callRoom(tenant, (remote) => remote.entomb(id), 'safe');
  return tombstone.ok ? callRoom(client, (room) => room.erase(), 'safe') : tombstone;
}
