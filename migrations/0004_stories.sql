-- Story files that a tenant uploaded. The file itself is in R2 (`stories/<tenant>/<hash>`) and was there before its
-- row: what is listed can be played.
CREATE TABLE stories (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,                 -- 'story-' and 20 hex digits of the SHA-256 of the file, without a Blorb around it
  title TEXT NOT NULL,
  version INTEGER NOT NULL,         -- of the Z-machine
  release INTEGER NOT NULL,
  serial TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  uploaded_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

-- Which story an Idempotency-Key uploaded, for a day.
CREATE TABLE story_receipts (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  story TEXT NOT NULL,
  created INTEGER NOT NULL,         -- 1: it was not there before
  at TEXT NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
CREATE INDEX story_receipts_by_age ON story_receipts (at);

-- What runs of one story leave for the next ones. Copies of what the rooms hold: losing them loses no run.
CREATE TABLE story_notes (
  tenant TEXT NOT NULL,
  story TEXT NOT NULL,              -- hash of the file
  run TEXT NOT NULL,
  note TEXT NOT NULL,               -- its id within the run
  place INTEGER,                    -- number of the object it belongs to; null: nowhere in particular
  place_name TEXT,
  category TEXT NOT NULL,
  text TEXT NOT NULL,
  turn INTEGER NOT NULL,
  episode INTEGER NOT NULL,
  at TEXT NOT NULL,                 -- when it was first shared
  PRIMARY KEY (tenant, run, note)
) WITHOUT ROWID;
CREATE INDEX story_notes_by_age ON story_notes (tenant, story, at DESC);

CREATE TABLE story_knowledge (
  tenant TEXT NOT NULL,
  story TEXT NOT NULL,
  run TEXT NOT NULL,
  text TEXT NOT NULL,
  turn INTEGER NOT NULL,
  episode INTEGER NOT NULL,
  at TEXT NOT NULL,                 -- when it was last written anew
  PRIMARY KEY (tenant, run)
) WITHOUT ROWID;
CREATE INDEX story_knowledge_by_age ON story_knowledge (tenant, story, at DESC);
