import type { Address } from '../../../src/room/rpc';
import { roomPrefix } from '../../../src/storage/bundles';
import { forgetStatements } from '../../../src/storage/shared-memory';
import { databaseOf, worldStub } from '../stubs';
import type { Meter } from './meter';
import { readMeta, writeMeta } from './schema';

/** Is the room on its way out? */
export const isMarked = (sql: SqlStorage): boolean => readMeta(sql, 'erasing') === '1';

/**
 * Marks the room as one that is being erased.
 *
 * @param world that keeps its memories. It is kept beside the mark, as a room that is being erased knows no state any
 *   more
 */
export function markErasing(sql: SqlStorage, world: string | undefined): void {
  if (world !== undefined) writeMeta(sql, 'world', world);
  writeMeta(sql, 'erasing', '1');
}

/**
 * Erase what the room has left elsewhere, then the room. Rejects when something is left; repeating it is harmless.
 *
 * @param meter tells the tenant for the last time
 */
export async function eraseRoom(
  storage: DurableObjectStorage,
  env: Env,
  address: Address,
  meter: Meter,
): Promise<void> {
  await Promise.all([purge(env, address, readMeta(storage.sql, 'world')), meter.close()]);
  // It takes the alarm with it: there is no moment at which a half-erased room has none.
  await storage.deleteAll();
}

/**
 * Take away what a room has put into R2 and D1, and what its characters remember of it. Rejects when something is left.
 *
 * @param world that keeps its memories; null when it has none
 */
async function purge(env: Env, address: Address, world: string | null): Promise<void> {
  if (world !== null) {
    const isForgotten = await worldStub(env, address.tenant, world).forgetScene(address.id);
    if (!isForgotten.ok) throw new Error(`its memories are left: ${isForgotten.failure.code}`);
  }
  const listing = await env.BUCKET.list({ prefix: roomPrefix(address.tenant, address.id), limit: 1000 });
  if (listing.objects.length > 0) await env.BUCKET.delete(listing.objects.map((object) => object.key));
  if (listing.truncated) throw new Error('1,000 files are deleted, and more are left');
  const tables = ['frame_diffs', 'calls', 'rounds'];
  const db = await databaseOf(env, address.tenant);
  // People belong to no tenant, and are in the first database.
  await env.DB.prepare('DELETE FROM person_seats WHERE room = ?').bind(address.id).run();
  await db.batch([
    ...tables.map((table) => db.prepare(`DELETE FROM ${table} WHERE room = ?`).bind(address.id)),
    ...forgetStatements(db, address.tenant, address.id),
    db.prepare('DELETE FROM rooms WHERE id = ?').bind(address.id),
  ]);
}
