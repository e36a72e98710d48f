import type { Address } from '../../src/contract/rooms';
import { roomPrefix } from '../../src/logs/bundles';
import { forgetStatements } from '../../src/logs/shared-memory';
import { worldStub } from './memory-port';

/**
 * Take away what a room has put into R2 and D1, and what its characters remember of it. True when nothing is left;
 * false when another alarm must go on. Repeating it is harmless.
 *
 * @param world that keeps its memories; null when it has none
 */
export async function purge(env: Env, address: Address, world: string | null): Promise<boolean> {
  if (world !== null) {
    const forgotten = await worldStub(env, address.tenant, world).forgetScene(address.id);
    if (!forgotten.ok) return false;
  }
  const listed = await env.BUCKET.list({ prefix: roomPrefix(address.tenant, address.id), limit: 1000 });
  if (listed.objects.length > 0) await env.BUCKET.delete(listed.objects.map((object) => object.key));
  if (listed.truncated) return false;
  const tables = ['frame_diffs', 'calls', 'rounds'];
  await env.DB.batch([
    ...tables.map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE room = ?`).bind(address.id)),
    ...forgetStatements(env.DB, address.tenant, address.id),
    env.DB.prepare('DELETE FROM rooms WHERE id = ?').bind(address.id),
  ]);
  return true;
}
