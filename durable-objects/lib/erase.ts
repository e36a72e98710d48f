import type { Address } from '../../src/contract/rooms';
import { roomPrefix } from '../../src/logs/bundles';

/**
 * Take away what a room has put into R2 and D1. True when nothing is left; false when another alarm must go on.
 * Repeating it is harmless.
 */
export async function purge(env: Env, address: Address): Promise<boolean> {
  const listed = await env.BUCKET.list({ prefix: roomPrefix(address.tenant, address.id), limit: 1000 });
  if (listed.objects.length > 0) await env.BUCKET.delete(listed.objects.map((object) => object.key));
  if (listed.truncated) return false;
  const tables = ['frame_diffs', 'calls', 'rounds'];
  await env.DB.batch([
    ...tables.map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE room = ?`).bind(address.id)),
    env.DB.prepare('DELETE FROM rooms WHERE id = ?').bind(address.id),
  ]);
  return true;
}
