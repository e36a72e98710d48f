import { BUDGET_KINDS } from './budget-ledger';

/** The tenant's tables, as append-only migrations. docs/internals.md#storage documents every column. */
export const TENANT_MIGRATIONS: readonly string[] = [
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,    -- SHA-256 of the key, which is not stored
     label TEXT NOT NULL,
     created_at TEXT NOT NULL,
     revoked_at TEXT,
     expires_at TEXT,              -- null: never; set when another key replaced it
     scope TEXT NOT NULL DEFAULT 'full',
     room TEXT,                    -- the room of a key with the scope 'room'
     used_at TEXT                  -- minute of a recent use
   ) WITHOUT ROWID;
   CREATE TABLE tombstones (room TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE receipts (key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE rooms (
     id TEXT PRIMARY KEY,
     at INTEGER NOT NULL,          -- when it was claimed; its room is created moments later
     erasing INTEGER NOT NULL      -- 1: it was found, and is erasing itself
   ) WITHOUT ROWID;
   CREATE TABLE key_codes (
     hash TEXT PRIMARY KEY,        -- SHA-256 of the one-time code and the key that it is exchanged for
     expires_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   -- Rooms in which a key has, or had, a connection: they are notified when the key ends.
   CREATE TABLE connections (room TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (room, key)) WITHOUT ROWID;
   CREATE TABLE providers (
     name TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     address TEXT NOT NULL,        -- the only address that the key is sent to
     api_key TEXT,                 -- leaves this object only for rooms, which send it to that address
     model TEXT,
     max_context_tokens INTEGER,
     is_default INTEGER NOT NULL,  -- 1: new rooms use it
     set_at TEXT NOT NULL
   ) WITHOUT ROWID;
   ${BUDGET_KINDS}`,
];
