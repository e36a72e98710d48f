import { customAlphabet } from 'nanoid';
import { deriveId } from '../../base/derive-id';
import { readConfig } from '../../config';
import type { Receipt } from '../../contract/access';
import { ok, type Result } from '../../contract/problems';
import type { Address } from '../../room/rpc';
import { type AppContext, buildReceipt } from '../middleware/http';
import { callRoom, type RoomClient, tenantClient } from '../middleware/room-client';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 20;
/** The part of an id after its prefix. */
export const randomId = customAlphabet(ALPHABET, LENGTH);

/** Prefixes of ids: rooms, experiments, and both kinds of webhooks. */
type IdKind = 'scn' | 'run' | 'adv' | 'exp' | 'whk' | 'hok';

/**
 * The id of a new room. With an `Idempotency-Key`, derived from tenant and key, so that a repeated request reaches
 * the same room even if the first response was lost; otherwise random.
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
 * Creates a room with a new id, counted by its tenant. If the key created a room that was deleted since, creates no
 * second one: a late repeat of the request would otherwise undo the deletion.
 *
 * @param fileReceipt for a request whose body is a file; absent: the receipt is computed here
 */
export async function makeRoom<T extends Erasable, V>(
  c: AppContext,
  kind: Exclude<IdKind, 'whk' | 'hok'>,
  clientOf: (c: AppContext, id: string) => RoomClient<T>,
  make: (room: T, address: Address, receipt: Receipt | null) => Promise<Result<V>>,
  fileReceipt?: Receipt | null,
): Promise<Result<V>> {
  const receipt = fileReceipt === undefined ? await buildReceipt(c) : fileReceipt;
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
  else if (claim.value) await releaseClaim(c, client, id);
  return result;
}

const COLLECTIONS = { scn: 'scenes', run: 'runs', adv: 'runs', exp: 'experiments' } as const;

/** Registers an id with the tenant; true if it is new. */
function claimPlace(c: AppContext, id: string): Promise<Result<boolean>> {
  const { tenant } = c.get('principal');
  const most = readConfig(c.env).limits.rooms;
  return callRoom(tenantClient(c.env, tenant), (remote) => remote.claimRoom(tenant, id, most), 'safe');
}

/**
 * Releases the place of an object that was not created after all, unless another request with the same key has
 * created it meanwhile.
 */
export async function releaseClaim(
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
 * The id of a new webhook. Registered with the tenant first, so that deleting the tenant also deletes it; does not
 * count as a room.
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
 * Deletes a room, or an object with a similar id: writes a tombstone first, so that it cannot be recreated, then the
 * object erases itself. Idempotent.
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
    const isEntombed = await callRoom(tenant, (remote) => remote.isDeleted(id), 'safe');
    if (!isEntombed.ok) return isEntombed;
    return isEntombed.value ? ok(null) : reading;
  }
  const tombstone = await callRoom(tenant, (remote) => remote.markDeleted(id), 'safe');
  return tombstone.ok ? callRoom(client, (room) => room.erase(), 'safe') : tombstone;
}
