import { BOOKS_MIGRATION, SOUND_BOOKS_MIGRATION } from './budget-ledger';

/** The tenant's own tables; append-only, like a room's. `docs/storage.md` documents every column. */
export const TENANT_MIGRATIONS: readonly string[] = [
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,    -- SHA-256 of the key; the key itself is kept nowhere
     label TEXT NOT NULL,
     created_at TEXT NOT NULL,
     revoked_at TEXT
   ) WITHOUT ROWID;
   CREATE TABLE tombstones (room TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE receipts (key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;`,
  BOOKS_MIGRATION,
  `ALTER TABLE keys ADD COLUMN expires_at TEXT; -- null: never; set when another key took its place
   CREATE TABLE rooms (
     id TEXT PRIMARY KEY,
     at INTEGER NOT NULL,          -- when it was claimed; its room is made moments later
     erasing INTEGER NOT NULL      -- 1: it was found, and is erasing itself
   ) WITHOUT ROWID;`,
  `CREATE TABLE key_codes (
     hash TEXT PRIMARY KEY,        -- SHA-256 of the one-time code and the key that it is exchanged for
     expires_at INTEGER NOT NULL
   ) WITHOUT ROWID;`,
  SOUND_BOOKS_MIGRATION,
  // Where something is, or was, open by a key: those rooms are told when it is over.
  `CREATE TABLE connections (room TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (room, key)) WITHOUT ROWID;`,
  `CREATE TABLE provider_keys (
     name TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     address TEXT NOT NULL,        -- that the key was given for; it is sent nowhere else
     api_key TEXT NOT NULL,        -- leaves this object only to rooms, which ask models with it
     set_at TEXT NOT NULL
   ) WITHOUT ROWID;`,
  // The room that a key of the scope 'room' owns; the minute of a recent use.
  `ALTER TABLE keys ADD COLUMN scope TEXT NOT NULL DEFAULT 'full';
   ALTER TABLE keys ADD COLUMN room TEXT;
   ALTER TABLE keys ADD COLUMN used_at TEXT;`,
];
