import type { Attempt, AttemptPage, AttemptSearch } from '../../../src/contract/webhooks';
import type { SendOutcome } from '../../../src/webhooks/send';

/** Tables of a webhook, as append-only migrations. Single values are in `meta`. */
export const WEBHOOK_SENDER_MIGRATIONS: readonly string[] = [
  `CREATE TABLE rooms (
     room TEXT PRIMARY KEY,
     head INTEGER NOT NULL,        -- the room has told of events up to here
     cursor INTEGER,               -- events up to here are settled; null: where to begin is not known yet
     seq INTEGER NOT NULL,         -- the event that is being tried; 0: none
     tries INTEGER NOT NULL,       -- failed attempts of it
     next_at INTEGER NOT NULL      -- when to go on, milliseconds since the epoch
   ) WITHOUT ROWID;
   CREATE INDEX rooms_due ON rooms (next_at) WHERE cursor IS NULL OR cursor < head;
   CREATE TABLE attempts (
     n INTEGER PRIMARY KEY,
     why TEXT NOT NULL,            -- event | replay | test
     message TEXT NOT NULL,        -- webhook-id
     room TEXT,
     seq INTEGER,
     kind TEXT NOT NULL,
     try INTEGER NOT NULL,
     at INTEGER NOT NULL,
     status TEXT NOT NULL,         -- see ATTEMPT_STATUS
     code INTEGER,
     error TEXT,
     latency_ms INTEGER,
     next_at INTEGER,
     answer TEXT NOT NULL
   );
   CREATE TABLE log (n INTEGER PRIMARY KEY, at TEXT NOT NULL, what TEXT NOT NULL);
   CREATE TABLE receipts (key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;`,
];

const MAX_ATTEMPTS = 5_000;
const PRUNE_EVERY = 100;

export type RoomRow = {
  room: string;
  head: number;
  cursor: number | null;
  seq: number;
  tries: number;
  next_at: number;
};

type AttemptRow = Omit<Attempt, 'messageId' | 'at' | 'latencyMs' | 'nextTry'> & {
  message: string;
  at: number;
  latency_ms: number | null;
  next_at: number | null;
};

/** A row that is stored before the message is sent. */
export type OpenAttempt = Pick<AttemptRow, 'why' | 'message' | 'room' | 'seq' | 'kind' | 'try' | 'at'>;

const PENDING = '(cursor IS NULL OR cursor < head)';

/** All methods are synchronous, so callers can combine them in one transaction. */
export class WebhookSenderStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Marks interrupted attempts, which may or may not have arrived; they are sent again. */
  markLost(): void {
    this.#sql.exec("UPDATE attempts SET status = 'lost' WHERE status = 'open'");
  }

  addNotification(room: string, head: number, now: number): void {
    this.#sql.exec(
      `INSERT INTO rooms VALUES (?1, ?2, NULL, 0, 0, ?3)
       ON CONFLICT (room) DO UPDATE SET head = ?2 WHERE head < ?2`,
      room,
      head,
      now,
    );
  }

  /** The due room that has waited longest, except busy ones. */
  due(now: number, busy: ReadonlySet<string>): string | null {
    const rows = this.#sql.exec<{ room: string }>(
      `SELECT room FROM rooms WHERE ${PENDING} AND next_at <= ? ORDER BY next_at LIMIT ?`,
      now,
      busy.size + 1,
    );
    for (const { room } of rows) if (!busy.has(room)) return room;
    return null;
  }

  /** null: none. */
  nextAt(busy: ReadonlySet<string>): number | null {
    const rows = this.#sql.exec<{ room: string; next_at: number }>(
      `SELECT room, next_at FROM rooms WHERE ${PENDING} ORDER BY next_at LIMIT ?`,
      busy.size + 1,
    );
    for (const { room, next_at } of rows) if (!busy.has(room)) return next_at;
    return null;
  }

  room(room: string): RoomRow | null {
    return this.#sql.exec<RoomRow>('SELECT * FROM rooms WHERE room = ?', room).toArray()[0] ?? null;
  }

  waiting(): number {
    return this.#sql.exec<{ n: number }>(`SELECT count(*) AS n FROM rooms WHERE ${PENDING}`).one().n;
  }

  waitingRooms(limit: number): string[] {
    return this.#sql
      .exec<{ room: string }>(`SELECT room FROM rooms WHERE ${PENDING} ORDER BY next_at LIMIT ?`, limit)
      .toArray()
      .map(({ room }) => room);
  }

  settle(room: string, seq: number): void {
    this.#sql.exec(
      'UPDATE rooms SET cursor = ?2, head = max(head, ?2), seq = 0, tries = 0 WHERE room = ?1 AND coalesce(cursor, -1) < ?2',
      room,
      seq,
    );
  }

  postpone(room: string, at: number): void {
    this.#sql.exec('UPDATE rooms SET next_at = ? WHERE room = ?', at, room);
  }

  fail(room: string, seq: number, tries: number, nextAt: number): void {
    this.#sql.exec(
      'UPDATE rooms SET seq = ?, tries = ?, next_at = ? WHERE room = ?',
      seq,
      tries,
      nextAt,
      room,
    );
  }

  /** Makes all rooms due now, after the webhook was enabled again. */
  hurry(now: number): void {
    this.#sql.exec(`UPDATE rooms SET next_at = ?1 WHERE ${PENDING} AND next_at > ?1`, now);
  }

  forget(room: string): void {
    this.#sql.exec('DELETE FROM rooms WHERE room = ?', room);
  }

  /** Call before sending. @returns its number */
  open({ why, message, room, seq, kind, try: count, at }: OpenAttempt): number {
    const { n } = this.#sql
      .exec<{ n: number }>(
        `INSERT INTO attempts (why, message, room, seq, kind, try, at, status, answer)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'open', '') RETURNING n`,
        why,
        message,
        room,
        seq,
        kind,
        count,
        at,
      )
      .one();
    if (n % PRUNE_EVERY === 0) this.#sql.exec('DELETE FROM attempts WHERE n <= ?', n - MAX_ATTEMPTS);
    return n;
  }

  close(n: number, outcome: SendOutcome, status: Attempt['status'], nextAt: number | null): void {
    const { code, error, latencyMs, answer } = outcome;
    this.#sql.exec(
      'UPDATE attempts SET status = ?, code = ?, error = ?, latency_ms = ?, answer = ?, next_at = ? WHERE n = ?',
      status,
      code,
      error,
      latencyMs,
      answer,
      nextAt,
      n,
    );
  }

  attempt(n: number): Attempt | null {
    const [row] = this.#sql.exec<AttemptRow>('SELECT * FROM attempts WHERE n = ?', n).toArray();
    return row ? formatAttempt(row) : null;
  }

  /** Newest first. */
  attempts({ before, limit, status, room }: AttemptSearch): AttemptPage {
    const rows = this.#sql
      .exec<AttemptRow>(
        `SELECT * FROM attempts WHERE n < ?1 AND (?2 IS NULL OR status = ?2) AND (?3 IS NULL OR room = ?3)
         ORDER BY n DESC LIMIT ?4`,
        before ?? Number.MAX_SAFE_INTEGER,
        status ?? null,
        room ?? null,
        limit + 1,
      )
      .toArray();
    const items = rows.slice(0, limit).map(formatAttempt);
    return { items, next: rows.length > limit ? String(items.at(-1)?.n ?? 0) : null };
  }
}

function formatAttempt(row: AttemptRow): Attempt {
  const { message, latency_ms, next_at, at, ...rest } = row;
  return {
    ...rest,
    messageId: message,
    at: new Date(at).toISOString(),
    latencyMs: latency_ms,
    nextTry: next_at === null ? null : new Date(next_at).toISOString(),
  };
}
