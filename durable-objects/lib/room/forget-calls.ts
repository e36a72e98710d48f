import type { RoomState } from '../../../src/room/room-state';
import { bundleKey } from '../../../src/storage/bundles';
import { tenantDatabase } from '../stubs';
import { firstOfRound } from './ledger';
import type { LoadedRoom } from './loaded-room';
import { archiveCosts } from './meter';
import { readMeta, writeMeta } from './schema';

/** Key in `meta`: calls of rounds up to this number are deleted. */
const FORGOTTEN_UNTIL_KEY = 'forgotten';
/** R2's limit for one delete request. */
const KEY_BATCH = 1_000;

/** The last round whose calls were deleted because of their age; 0 if none. */
export const forgottenUntil = (sql: SqlStorage): number => Number(readMeta(sql, FORGOTTEN_UNTIL_KEY) ?? '0');

/**
 * Deletes the calls and bundles (prompts, answers, index rows) of rounds that ended before a time. Events
 * stay. The newest round's calls stay in the room until a newer round exists, because it may be retried.
 * Resumable: the index is deleted last and shows whether work is left.
 *
 * @param before ISO 8601
 * @returns false, without deleting, while a round is open or the outbox has pending writes
 * @throws errors of R2 and D1
 */
export async function forgetCalls(
  { storage }: Pick<DurableObjectState, 'storage'>,
  env: Env,
  room: Pick<LoadedRoom<RoomState>, 'address' | 'ledger' | 'outbox' | 'state'>,
  before: string,
): Promise<boolean> {
  const { address, ledger, outbox, state } = room;
  if (state.open || outbox.pending()) return false;
  const { sql } = storage;
  const [next] = sql
    .exec<{ round: number }>(
      'SELECT round FROM ledger WHERE seq > ? ORDER BY seq LIMIT 1',
      ledger.headAt(before),
    )
    .toArray();
  const lastOld = next ? next.round - 1 : state.rounds;
  const last = Math.min(lastOld, state.rounds - 1);
  const first = forgottenUntil(sql) + 1;
  // Includes the newest round's bundle; the room still has its calls.
  for (let from = first; from <= lastOld; from += KEY_BATCH) {
    const count = Math.min(KEY_BATCH, lastOld - from + 1);
    const keys = Array.from({ length: count }, (_, i) => bundleKey(address.tenant, address.id, from + i));
    await env.BUCKET.delete(keys);
  }
  if (last >= first)
    storage.transactionSync(() => {
      const keepFrom = firstOfRound(sql, 'steps', 'n', last + 1);
      archiveCosts(sql, keepFrom);
      sql.exec('DELETE FROM steps WHERE n < ?', keepFrom);
      writeMeta(sql, FORGOTTEN_UNTIL_KEY, String(last));
    });
  const db = await tenantDatabase(env, address.tenant);
  await db.prepare('DELETE FROM calls WHERE room = ? AND started_at < ?').bind(address.id, before).run();
  return true;
}
