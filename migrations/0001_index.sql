-- The index over every room: written in batches by each room's outbox, keyed by (room, n), so that a replayed
-- batch changes nothing. Lists may lag behind the rooms; reading by id asks the room.
CREATE TABLE rooms (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  kind TEXT NOT NULL,               -- 'scene' | 'run'
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  rounds INTEGER NOT NULL,          -- rounds or turns started
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX rooms_by_age ON rooms (tenant, kind, created_at DESC, id DESC);

CREATE TABLE rounds (
  room TEXT NOT NULL,
  n INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  status TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  PRIMARY KEY (room, n)
) WITHOUT ROWID;

CREATE TABLE calls (
  room TEXT NOT NULL,
  n INTEGER NOT NULL,               -- counts every call and effect of the room
  tenant TEXT NOT NULL,
  round INTEGER NOT NULL,
  step TEXT NOT NULL,
  role TEXT NOT NULL,
  purpose TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  status TEXT NOT NULL,
  rung TEXT,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  latency_ms INTEGER,
  started_at TEXT NOT NULL,
  PRIMARY KEY (room, n)
) WITHOUT ROWID;
CREATE INDEX calls_by_age ON calls (tenant, started_at DESC, room DESC, n DESC);

CREATE TABLE frame_diffs (
  room TEXT NOT NULL,
  turn INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  action TEXT NOT NULL,
  summary TEXT NOT NULL,
  changed INTEGER NOT NULL,
  had_effect INTEGER NOT NULL,
  PRIMARY KEY (room, turn)
) WITHOUT ROWID;
