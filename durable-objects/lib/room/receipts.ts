import type { Receipt } from '../../../src/contract/access';
import { fail, type Result } from '../../../src/contract/problems';
import { readMeta, writeMeta } from './schema';

const KEPT_MS = 24 * 3600 * 1000;
/** Old receipts are looked for this often: the search reads every one of them. */
const PRUNE_MS = 3600 * 1000;

type ReceiptRow = { body_hash: string; answer: string };

/**
 * Do `act` once for an `Idempotency-Key`: its answer is stored in the transaction of its effect, and a repeat
 * within 24 hours gets it again. A failure is not kept, as it changed nothing. The same key with another body is
 * refused.
 */
export function once<T>(
  storage: DurableObjectStorage,
  receipt: Receipt | null,
  now: number,
  act: () => Result<T>,
  keep: (value: T) => T = (value) => value,
): Result<T> {
  if (!receipt) return storage.transactionSync(act);
  return storage.transactionSync(() => {
    const { sql } = storage;
    const [seenReceipt] = sql
      .exec<ReceiptRow>(
        'SELECT body_hash, answer FROM receipts WHERE key = ? AND at > ?',
        receipt.key,
        now - KEPT_MS,
      )
      .toArray();
    if (seenReceipt && seenReceipt.body_hash !== receipt.bodyHash)
      return fail({ code: 'idempotency_mismatch', key: receipt.key });
    if (seenReceipt) return { ok: true, value: JSON.parse(seenReceipt.answer) as T };
    const result = act();
    if (result.ok) {
      if (now - Number(readMeta(sql, 'pruned') ?? '0') > PRUNE_MS) {
        writeMeta(sql, 'pruned', String(now));
        sql.exec('DELETE FROM receipts WHERE at <= ?', now - KEPT_MS);
      }
      const answer = JSON.stringify(keep(result.value));
      sql.exec(
        'INSERT OR REPLACE INTO receipts VALUES (?, ?, ?, ?)',
        receipt.key,
        receipt.bodyHash,
        answer,
        now,
      );
    }
    return result;
  });
}
