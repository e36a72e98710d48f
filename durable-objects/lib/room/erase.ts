import type { Address } from '../../../src/room/rpc';
import { roomPrefix } from '../../../src/storage/bundles';
import { forgetStatements } from '../../../src/storage/shared-memory';
import { tenantDatabase, worldStub } from '../stubs';
import type { Meter } from './meter';
import { readMeta, writeMeta } from './schema';

export const isMarkedForErasure = (sql: SqlStorage): boolean => readMeta(sql, 'erasing') === '1';

/** @param world stored because a room that is being erased no longer loads its state */
export function markErasing(sql: SqlStorage, world: string | undefined): void {
  if (world !== undefined) writeMeta(sql, 'world', world);
  writeMeta(sql, 'erasing', '1');
}

/**
 * Deletes the room's external data, then the room. Rejects if some data is left; safe to repeat.
 *
 * @param meter reports the final costs to the tenant
 */
export async function eraseRoom(
  storage: DurableObjectStorage,
  env: Env,
  address: Address,
  meter: Meter,
): Promise<void> {
  await Promise.all([purge(env, address, readMeta(storage.sql, 'world')), meter.close()]);
  // deleteAll also deletes the alarm. Until then the alarm is set, so a half-erased room always resumes.
  await storage.deleteAll();
}

/** Deletes external data. Rejects if some is left. */
async function purge(env: Env, address: Address, world: string | null): Promise<void> {
  if (world !== null) {
    const isForgotten = await worldStub(env, address.tenant, world).forgetScene(address.id);
    if (!isForgotten.ok) throw new Error(`its memories are left: ${isForgotten.failure.code}`);
  }
  const listing = await env.BUCKET.list({ prefix: roomPrefix(address.tenant, address.id), limit: 1000 });
  if (listing.objects.length > 0) await env.BUCKET.delete(listing.objects.map((object) => object.key));
  if (listing.truncated) throw new Error('1,000 files are deleted, and more are left');
  const tables = ['frame_diffs', 'calls', 'rounds'];
  const db = await tenantDatabase(env, address.tenant);
  // person_seats is not sharded by tenant; it lives in the first database.
  await env.DB.prepare('DELETE FROM person_seats WHERE room = ?').bind(address.id).run();
  await db.batch([
    ...tables.map((table) => db.prepare(`DELETE FROM ${table} WHERE room = ?`).bind(address.id)),
    ...forgetStatements(db, address.tenant, address.id),
    db.prepare('DELETE FROM rooms WHERE id = ?').bind(address.id),
  ]);
}
