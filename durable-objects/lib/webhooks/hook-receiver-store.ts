import type { DeliveryAnswer, HookDelivery } from '../../../src/contract/hooks';
import type { Progress, ReplyTo } from '../../../src/webhooks/reply';

/** Tables of a hook, as append-only migrations. Single values are in `meta`. */
export const HOOK_RECEIVER_MIGRATIONS: readonly string[] = [
  `CREATE TABLE deliveries (
     id TEXT PRIMARY KEY,          -- SHA-256 of a name by which a repeat is known; one delivery may have several
     body_hash TEXT NOT NULL,
     answer TEXT NOT NULL,         -- JSON: what the sender was answered
     at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE INDEX deliveries_by_age ON deliveries (at);
   CREATE TABLE replies (
     n INTEGER PRIMARY KEY,
     delivery TEXT NOT NULL UNIQUE,
     target TEXT NOT NULL,         -- JSON: where the result goes
     after INTEGER NOT NULL,       -- events of the room up to here are in the progress
     progress TEXT NOT NULL,       -- JSON: what has come of the delivery
     body TEXT,                    -- what is posted, once it is over; null before
     tries INTEGER NOT NULL,
     next_at INTEGER NOT NULL,     -- when to look again, or to post; milliseconds since the epoch
     at INTEGER NOT NULL
   );
   CREATE TABLE log (n INTEGER PRIMARY KEY, at TEXT NOT NULL, what TEXT NOT NULL);
   CREATE TABLE receipts (key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE received (
     n INTEGER PRIMARY KEY,
     delivery TEXT,                -- what the sender calls it
     at INTEGER NOT NULL,
     status TEXT NOT NULL,         -- see HOOK_DELIVERY_STATUS
     code INTEGER NOT NULL,
     error TEXT,
     errors TEXT NOT NULL,         -- JSON: fields of the payload
     accepted TEXT                 -- JSON: the answer of the room
   );`,
];

/** Maximum logged deliveries; fewer for unverified ones. */
const MAX_DELIVERIES = 100;
const MAX_UNVERIFIED = 20;
/** Log at most one unverified delivery per interval, so that strangers cause few writes. */
const UNVERIFIED_INTERVAL_MS = 60_000;

/** How long duplicates are detected; longer than the schedule of Standard Webhooks. */
const DEDUPE_MS = 4 * 24 * 3600 * 1000;

export interface Reply {
  n: number;
  delivery: string;
  target: ReplyTo;
  after: number;
  progress: Progress;
  body: string | null;
  tries: number;
  at: number;
}
type ReplyRow = Omit<Reply, 'target' | 'progress'> & { target: string; progress: string; next_at: number };

/** A delivery to log; `at` in milliseconds since the epoch. */
export type NewReceived = Omit<HookDelivery, 'n' | 'at'> & { at: number };
type ReceivedRow = Pick<HookDelivery, 'n' | 'delivery' | 'status' | 'code' | 'error'> & {
  at: number;
  errors: string;
  accepted: string | null;
};

export class HookReceiverStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The response to an earlier delivery with any of these ids; null: new. */
  find(ids: readonly string[]): { answer: DeliveryAnswer; bodyHash: string } | null {
    for (const id of ids) {
      const [row] = this.#sql
        .exec<{ answer: string; body_hash: string }>(
          'SELECT answer, body_hash FROM deliveries WHERE id = ?',
          id,
        )
        .toArray();
      if (row) return { answer: JSON.parse(row.answer) as DeliveryAnswer, bodyHash: row.body_hash };
    }
    return null;
  }

  remember(ids: readonly string[], bodyHash: string, answer: DeliveryAnswer, now: number): void {
    this.#sql.exec('DELETE FROM deliveries WHERE at < ?', now - DEDUPE_MS);
    for (const id of ids) {
      this.#sql.exec(
        'INSERT OR IGNORE INTO deliveries VALUES (?, ?, ?, ?)',
        id,
        bodyHash,
        JSON.stringify(answer),
        now,
      );
    }
  }

  /** Logs a delivery and deletes the oldest ones of its kind. */
  note({ delivery, at, status, code, error, errors, accepted }: NewReceived): void {
    const isUnproven = status === 'unverified';
    if (isUnproven && at - this.#lastUnprovenAt() < UNVERIFIED_INTERVAL_MS) return;
    this.#sql.exec(
      `INSERT INTO received (delivery, at, status, code, error, errors, accepted) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      delivery,
      at,
      status,
      code,
      error,
      JSON.stringify(errors),
      accepted === null ? null : JSON.stringify(accepted),
    );
    this.#sql.exec(
      `DELETE FROM received WHERE (status = 'unverified') = ?1 AND n <= (
         SELECT n FROM received WHERE (status = 'unverified') = ?1 ORDER BY n DESC LIMIT 1 OFFSET ?2)`,
      isUnproven ? 1 : 0,
      isUnproven ? MAX_UNVERIFIED : MAX_DELIVERIES,
    );
  }

  #lastUnprovenAt(): number {
    const sql = "SELECT max(at) AS at FROM received WHERE status = 'unverified'";
    return this.#sql.exec<{ at: number | null }>(sql).one().at ?? Number.NEGATIVE_INFINITY;
  }

  received(): HookDelivery[] {
    return this.#sql
      .exec<ReceivedRow>('SELECT * FROM received ORDER BY n DESC')
      .toArray()
      .map(({ at, errors, accepted, ...row }) => ({
        ...row,
        at: new Date(at).toISOString(),
        errors: JSON.parse(errors) as HookDelivery['errors'],
        accepted: accepted === null ? null : (JSON.parse(accepted) as HookDelivery['accepted']),
      }));
  }

  /** Time of the last delivery; null: none in the last days. */
  lastAt(): number | null {
    return this.#sql.exec<{ at: number | null }>('SELECT max(at) AS at FROM deliveries').one().at;
  }

  /** Schedules a reply for when its result is known. */
  await(reply: Omit<Reply, 'n' | 'body' | 'tries'>, nextAt: number): void {
    this.#sql.exec(
      `INSERT OR IGNORE INTO replies (delivery, target, after, progress, body, tries, next_at, at)
       VALUES (?, ?, ?, ?, NULL, 0, ?, ?)`,
      reply.delivery,
      JSON.stringify(reply.target),
      reply.after,
      JSON.stringify(reply.progress),
      nextAt,
      reply.at,
    );
  }

  due(now: number, limit: number): Reply[] {
    return this.#sql
      .exec<ReplyRow>('SELECT * FROM replies WHERE next_at <= ? ORDER BY n LIMIT ?', now, limit)
      .toArray()
      .map(({ next_at: _, target, progress, ...row }) => ({
        ...row,
        target: JSON.parse(target) as ReplyTo,
        progress: JSON.parse(progress) as Progress,
      }));
  }

  nextAt(): number | null {
    return this.#sql.exec<{ at: number | null }>('SELECT min(next_at) AS at FROM replies').one().at;
  }

  /** The room has new events: check waiting replies now. */
  hurry(now: number): void {
    this.#sql.exec('UPDATE replies SET next_at = ? WHERE body IS NULL AND next_at > ?', now, now);
  }

  keep({ n, after, progress, body, tries }: Omit<Reply, 'delivery' | 'target' | 'at'>, nextAt: number): void {
    this.#sql.exec(
      'UPDATE replies SET after = ?, progress = ?, body = ?, tries = ?, next_at = ? WHERE n = ?',
      after,
      JSON.stringify(progress),
      body,
      tries,
      nextAt,
      n,
    );
  }

  drop(n: number): void {
    this.#sql.exec('DELETE FROM replies WHERE n = ?', n);
  }
}
