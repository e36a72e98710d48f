import type { Address } from '../../../src/room/rpc';

/**
 * The room's tables, as append-only migrations: creation runs all, loading runs the missing ones.
 * docs/internals.md#room explains the rule and every column.
 */
export const ROOM_MIGRATIONS: readonly string[] = [
  `CREATE TABLE ledger (
     seq INTEGER PRIMARY KEY,      -- seq of the last event in this row
     round INTEGER NOT NULL,       -- the round being played, or the last one: never falls, so it can be searched
     step TEXT,                    -- the journalled step that wrote the row
     at TEXT NOT NULL,
     events TEXT NOT NULL,         -- JSON array of events, written together
     payloads BLOB                 -- their large payloads, deflated (packed-payloads.ts)
   );
   CREATE TABLE steps (
     n INTEGER PRIMARY KEY,
     round INTEGER NOT NULL,
     key TEXT NOT NULL,            -- name of the step within its round
     kind TEXT NOT NULL,           -- call | effect
     status TEXT NOT NULL,         -- open | done | lost | discarded (its round ended meanwhile) | retried (asked again by a retry)
     intent TEXT NOT NULL,         -- JSON: a replay must ask the same
     prompt TEXT,                  -- JSON of a call's messages, or of references to another prompt of its round (prompt-lines.ts)
     result TEXT,
     started_at TEXT NOT NULL,
     cost TEXT                     -- JSON {seat, calls, tokens, money}: what the call cost, or what is reserved for it
   );
   CREATE TABLE snapshot (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     seq INTEGER NOT NULL,         -- the state as of this event
     version INTEGER NOT NULL,     -- of the code that folded it
     state TEXT NOT NULL
   );
   CREATE TABLE outbox (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     indexed_seq INTEGER NOT NULL, -- ledger rows up to here are in D1
     indexed_step INTEGER NOT NULL,
     bundled_seq INTEGER NOT NULL, -- rounds that ended up to here are in R2
     told_seq INTEGER NOT NULL,    -- webhooks have been notified of events up to here
     traced_seq INTEGER NOT NULL,  -- spans of rounds that ended up to here were exported
     followed_seq INTEGER NOT NULL -- the engine's follow-up has processed events up to here, or later ones
   );
   INSERT INTO outbox VALUES (1, 0, 0, 0, 0, 0, 0);
   CREATE TABLE receipts (key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE tickets (hash TEXT PRIMARY KEY, viewer TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE seat_secrets (
     hash TEXT PRIMARY KEY,        -- SHA-256 of a seat's token or invitation, which is not stored
     kind TEXT NOT NULL,           -- invitation | token
     seat TEXT NOT NULL,
     at INTEGER NOT NULL           -- a seat may be open on several devices; beyond the limit the oldest token ends
   ) WITHOUT ROWID;
   CREATE TABLE meter (
     seat TEXT PRIMARY KEY,        -- '' for nobody's
     calls INTEGER NOT NULL,       -- what the steps that were deleted had cost
     tokens INTEGER NOT NULL,
     money INTEGER NOT NULL        -- billionths of the currency
   ) WITHOUT ROWID;
   CREATE TABLE hops (
     seq INTEGER PRIMARY KEY,      -- an event created by a hook's delivery
     hops INTEGER NOT NULL         -- number of hooks it has passed through
   );`,
];

const META = 'CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID';

/** Read-only, so that requests for unknown ids write no data. */
export function hasSchema(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'").toArray().length > 0;
}

/** Runs missing migrations. May be called inside a transaction. */
export function migrate(sql: SqlStorage, steps: readonly string[]): void {
  sql.exec(META);
  const version = Number(readMeta(sql, 'schema') ?? '0');
  for (const step of steps.slice(version)) sql.exec(step);
  if (version < steps.length) writeMeta(sql, 'schema', String(steps.length));
}

export function readMeta(sql: SqlStorage, key: string): string | null {
  const row = sql.exec<{ value: string }>('SELECT value FROM meta WHERE key = ?', key).toArray()[0];
  return row?.value ?? null;
}

export function writeMeta(sql: SqlStorage, key: string, value: string): void {
  sql.exec(
    'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  );
}

export const readAddress = (sql: SqlStorage): Address => ({
  tenant: readMeta(sql, 'tenant') ?? '',
  id: readMeta(sql, 'id') ?? '',
});

export function writeAddress(sql: SqlStorage, { tenant, id }: Address): void {
  writeMeta(sql, 'tenant', tenant);
  writeMeta(sql, 'id', id);
}
