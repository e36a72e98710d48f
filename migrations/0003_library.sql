-- What an author keeps and uses again: worlds, campaigns, arcs, characters, personas, lorebooks, profiles. Scenes hold
-- copies of what they were made from, so that nothing here is read while a scene is played.
CREATE TABLE library (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,               -- see LIBRARY_KINDS
  parent TEXT,                      -- the world of a campaign, the campaign of an arc
  name TEXT NOT NULL,
  search TEXT NOT NULL,             -- the name as it is searched: lower case, NFKC
  body TEXT NOT NULL,               -- JSON, see MAX_ITEM_BYTES
  refs TEXT NOT NULL,               -- JSON array of ids of other items that the body names, the parent's too
  version INTEGER NOT NULL,         -- counts changes, so that none overwrites one it has not seen
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
CREATE INDEX library_by_age ON library (tenant, kind, created_at DESC, id DESC);
CREATE INDEX library_by_parent ON library (tenant, parent);

-- Which item an Idempotency-Key made, for a day.
CREATE TABLE library_receipts (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  item TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
CREATE INDEX library_receipts_by_age ON library_receipts (at);
