import type { DeliveryAnswer } from '../../../src/api/hooks';
import type { Progress, ReplyTo } from '../../../src/webhooks/reply';

/** Tables of a hook; append-only, like a room's. What there is one of is in `meta`. */
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
   CREATE TABLE receipts (key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;`,
];

/** A repeat is known for this long: longer than the schedule of Standard Webhooks. */
const KNOWN_MS = 4 * 24 * 3600 * 1000;

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

/** The tables of a hook, as verbs. Nothing here waits. */
export class HookReceiverStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Finds the answer to a delivery by any of its ids; null: it is new. */
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
    this.#sql.exec('DELETE FROM deliveries WHERE at < ?', now - KNOWN_MS);
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

  /** When the last delivery came; null: none did in the last days. */
  lastAt(): number | null {
    return this.#sql.exec<{ at: number | null }>('SELECT max(at) AS at FROM deliveries').one().at;
  }

  /** A result is to be posted, when it has come about. */
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

  /** Replies that may be looked at now, oldest first. */
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

  /** The room has new events: whoever waits for them looks. */
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
