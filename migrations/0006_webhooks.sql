-- Which rooms tell whom: a room reads this in the batch in which it writes its index, so that nothing is indexed
-- without everyone who listens being known. Everything else about a subscription or a hook is in its own object.
CREATE TABLE webhooks (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  room TEXT,                        -- null: every room of the tenant
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

CREATE TABLE hooks (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  room TEXT NOT NULL,               -- the scene or run it moves
  answers INTEGER NOT NULL,         -- 1: it posts back what came of a turn, so the room tells it
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
CREATE INDEX hooks_by_room ON hooks (tenant, room);
