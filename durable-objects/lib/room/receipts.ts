import type { Receipt } from '../../../src/contract/access';
import { fail, type Result } from '../../../src/contract/problems';
import { readMeta, writeMeta } from './schema';

const RECEIPT_TTL_MS = 24 * 3600 * 1000;
/** Interval for deleting old receipts; each search scans them all. */
const PRUNE_INTERVAL_MS = 3600 * 1000;

type ReceiptRow = { body_hash: string; answer: string };

/**
 * Runs `act` once per `Idempotency-Key`: stores its response in the same transaction, and a repeat within 24
 * hours gets that response. Failures changed no state and are not stored. The same key with another body
 * fails.
 */
export function runOnce<T>(
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
        now - RECEIPT_TTL_MS,
      )
      .toArray();
    if (seenReceipt && seenReceipt.body_hash !== receipt.bodyHash)
      return fail({ code: 'idempotency_mismatch', key: receipt.key });
    if (seenReceipt) return { ok: true, value: JSON.parse(seenReceipt.answer) as T };
    const result = act();
    if (result.ok) {
      if (now - Number(readMeta(sql, 'pruned') ?? '0') > PRUNE_INTERVAL_MS) {
        writeMeta(sql, 'pruned', String(now));
        sql.exec('DELETE FROM receipts WHERE at <= ?', now - RECEIPT_TTL_MS);
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
