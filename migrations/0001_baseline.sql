-- D1: the index over rooms, the library, stories, people and experiments.

-- Every room. A room's outbox writes this index in batches keyed by (room, n), so a replayed batch changes nothing. Lists may
-- lag behind the rooms; reading by id asks the room.
CREATE TABLE rooms (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  kind TEXT NOT NULL,               -- 'scene' | 'run'
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  rounds INTEGER NOT NULL,          -- rounds or turns started
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  answered_by TEXT NOT NULL DEFAULT '[]', -- JSON: models that answer in the room, such as 'qwen3:8b by local'
  glance TEXT NOT NULL DEFAULT '{}' -- JSON for lists: the cast and the last lines (src/contract/glance.ts)
) WITHOUT ROWID;
CREATE INDEX rooms_by_age ON rooms (tenant, kind, created_at DESC, id DESC);
CREATE INDEX rooms_by_activity ON rooms (tenant, kind, updated_at DESC, id DESC);

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
  seat TEXT,                        -- whose input it answered, if any
  money INTEGER,                    -- billionths of the currency; null: free, or the model has no price
  reasoning_tokens INTEGER,         -- part of completion_tokens; null: the endpoint did not tell
  cached_tokens INTEGER,            -- part of prompt_tokens; null: the endpoint did not tell
  provider_cost REAL,               -- as the provider reports it, in its own currency
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

-- Totals for /metrics (src/storage/counters.ts), so that a scrape reads a few rows. Rooms are always counted; the other
-- counters exist only with METRICS_KEY.
CREATE TABLE counters (
  name TEXT NOT NULL,               -- metric name without the prefix 'proscenium_'
  labels TEXT NOT NULL,             -- in Prometheus syntax: kind="scene",status="completed"
  value REAL NOT NULL,
  PRIMARY KEY (name, labels)
) WITHOUT ROWID;

CREATE TRIGGER rooms_made AFTER INSERT ON rooms BEGIN
  INSERT INTO counters
    VALUES ('rooms', 'kind="' || iif(new.id LIKE 'adv%', 'adventure', iif(new.kind = 'run', 'grid', new.kind)) || '"', 1)
    ON CONFLICT (name, labels) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER rooms_deleted AFTER DELETE ON rooms BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rooms'
    AND labels = 'kind="' || iif(old.id LIKE 'adv%', 'adventure', iif(old.kind = 'run', 'grid', old.kind)) || '"';
END;

-- What each tenant has learned about model endpoints (src/model/capability.ts). One row per lesson, so that instances that learn
-- at the same time don't overwrite each other. Contains no address and no key.
CREATE TABLE endpoints (
  tenant TEXT NOT NULL,
  provider TEXT NOT NULL,           -- name, '@', and 12 hex digits of the SHA-256 of the base URL
  model TEXT NOT NULL,
  lesson TEXT NOT NULL,             -- 'no_json_schema', 'clean_json', 'prose', 'window_8192', 'thinking_2048', …
  learnt_at TEXT NOT NULL,
  PRIMARY KEY (tenant, provider, model, lesson)
) WITHOUT ROWID;

-- Tenants created by the operator. Whether one still exists is asked of its object.
CREATE TABLE tenants (
  name TEXT PRIMARY KEY,
  created_at TEXT NOT NULL
) WITHOUT ROWID;

-- Worlds, campaigns, arcs, characters, personas, lorebooks and profiles. A scene copies what it uses, so none of this is read
-- while a scene is played.
CREATE TABLE library (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,               -- see LIBRARY_KINDS
  parent TEXT,                      -- world of a campaign, campaign of an arc
  name TEXT NOT NULL,
  search TEXT NOT NULL,             -- the name in lower case, NFKC
  body TEXT NOT NULL,               -- JSON, see MAX_ITEM_BYTES
  refs TEXT NOT NULL,               -- JSON array: ids of the items that the body refers to, and the parent
  version INTEGER NOT NULL,         -- incremented by each change; a change with an old version is refused
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
CREATE INDEX library_by_age ON library (tenant, kind, created_at DESC, id DESC);
CREATE INDEX library_by_parent ON library (tenant, parent);

-- The item created for an Idempotency-Key. Kept for a day.
CREATE TABLE library_receipts (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  item TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
CREATE INDEX library_receipts_by_age ON library_receipts (at);

-- Uploaded story files. R2 has the file (stories/<tenant>/<hash>) before the row exists, so every listed story can be played.
CREATE TABLE stories (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,                 -- 'story-' and 20 hex digits of the SHA-256 of the file without its Blorb
  title TEXT NOT NULL,
  version INTEGER NOT NULL,         -- of the Z-machine
  release INTEGER NOT NULL,
  serial TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  uploaded_at TEXT NOT NULL,
  author TEXT,                      -- from the Blorb
  cover TEXT,                       -- media type of the Blorb's cover (stories/<tenant>/<hash>.cover in R2); null: no cover
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

-- The story uploaded with an Idempotency-Key. Kept for a day.
CREATE TABLE story_receipts (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  story TEXT NOT NULL,
  created INTEGER NOT NULL,         -- 1: it was new
  at TEXT NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
CREATE INDEX story_receipts_by_age ON story_receipts (at);

-- Notes that runs of a story leave for later runs. These are copies: the rooms have the originals.
CREATE TABLE story_notes (
  tenant TEXT NOT NULL,
  story TEXT NOT NULL,              -- hash of the file
  run TEXT NOT NULL,
  note TEXT NOT NULL,               -- id within the run
  place INTEGER,                    -- object number of the place; null: no particular place
  place_name TEXT,
  category TEXT NOT NULL,
  text TEXT NOT NULL,
  turn INTEGER NOT NULL,
  episode INTEGER NOT NULL,
  at TEXT NOT NULL,                 -- first shared
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
  at TEXT NOT NULL,                 -- last rewritten
  PRIMARY KEY (tenant, run)
) WITHOUT ROWID;
CREATE INDEX story_knowledge_by_age ON story_knowledge (tenant, story, at DESC);

-- Webhook subscriptions and hooks by room. A room reads these in the batch that writes its index, so that nothing is indexed
-- without its listeners being known. The rest of a subscription or a hook is in its own object.
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
  room TEXT NOT NULL,               -- the scene or run that it drives
  answers INTEGER NOT NULL,         -- 1: it posts the result of a turn back, so the room notifies it
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
CREATE INDEX hooks_by_room ON hooks (tenant, room);

-- Discord applications: a row for each channel with a scene, and one without a channel for the application itself. The rest is
-- in the application's object.
CREATE TABLE discord (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,                 -- 'dsc_' and Discord's id of the application
  channel TEXT NOT NULL,            -- '': the application itself
  room TEXT NOT NULL,               -- the scene; '' without a channel
  PRIMARY KEY (tenant, id, channel)
) WITHOUT ROWID;
CREATE INDEX discord_by_room ON discord (tenant, room);

-- People who sign in with a passkey or through Cloudflare Access to find their seats on another device. They belong to no tenant.
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  email TEXT UNIQUE,                -- verified by Cloudflare Access; null for people with passkeys only
  created_at TEXT NOT NULL
);

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,              -- credential id, base64url
  person TEXT NOT NULL,
  public_key TEXT NOT NULL,         -- COSE, base64
  counter INTEGER NOT NULL,         -- signature counter of the authenticator
  created_at TEXT NOT NULL,
  used_on TEXT                      -- day of the last sign-in
);
CREATE INDEX passkeys_of_person ON passkeys (person);

-- Registrations and sign-ins in progress. A challenge is used once and expires after a few minutes.
CREATE TABLE passkey_challenges (
  challenge TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,            -- register | sign-in
  person TEXT,                      -- who is registering
  expires_at INTEGER NOT NULL
);
CREATE INDEX challenges_by_end ON passkey_challenges (expires_at);

CREATE TABLE person_sessions (
  hash TEXT PRIMARY KEY,            -- SHA-256 of the session token, which is not stored
  person TEXT NOT NULL,
  passkey TEXT NOT NULL,            -- the passkey that it was opened with; deleting that one ends it
  expires_at INTEGER NOT NULL
);
CREATE INDEX sessions_of_person ON person_sessions (person);

CREATE TABLE person_seats (
  person TEXT NOT NULL,
  tenant TEXT NOT NULL,
  room TEXT NOT NULL,               -- the scene
  seat TEXT NOT NULL,
  accepted_at TEXT NOT NULL,        -- when the person took the seat; a later holder has another time
  kept_at TEXT NOT NULL,
  PRIMARY KEY (person, seat)
);
CREATE INDEX person_seats_by_room ON person_seats (room);
CREATE INDEX person_seats_by_tenant ON person_seats (tenant);

-- The list of experiments. The rest is in the experiment's object, which updates this row as its runs progress.
CREATE TABLE experiments (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  progress TEXT NOT NULL,           -- JSON: numbers of runs waiting, running, finished and refused
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
CREATE INDEX experiments_by_time ON experiments (tenant, created_at DESC, id DESC);
