-- People who find their seats again on another device, by passkey or by Cloudflare Access; they belong to no tenant.
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  email TEXT UNIQUE,            -- verified by Cloudflare Access; null of those who have passkeys alone
  created_at TEXT NOT NULL
);
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,          -- id of the credential, base64url
  person TEXT NOT NULL,
  public_key TEXT NOT NULL,     -- COSE, base64
  counter INTEGER NOT NULL,     -- signatures that the authenticator has counted
  created_at TEXT NOT NULL,
  used_on TEXT                  -- day of the last sign-in
);
CREATE INDEX passkeys_of_person ON passkeys (person);
-- Ceremonies under way. A challenge is used once, and for a few minutes.
CREATE TABLE passkey_challenges (
  challenge TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,        -- register | sign-in
  person TEXT,                  -- who is registered
  expires_at INTEGER NOT NULL
);
CREATE INDEX challenges_by_end ON passkey_challenges (expires_at);
CREATE TABLE person_sessions (
  hash TEXT PRIMARY KEY,        -- SHA-256 of the session, which is kept nowhere
  person TEXT NOT NULL,
  passkey TEXT NOT NULL,        -- that it came by; it ends with it
  expires_at INTEGER NOT NULL
);
CREATE INDEX sessions_of_person ON person_sessions (person);
CREATE TABLE person_seats (
  person TEXT NOT NULL,
  tenant TEXT NOT NULL,
  room TEXT NOT NULL,           -- the scene
  seat TEXT NOT NULL,
  accepted_at TEXT NOT NULL,    -- when the person took it: who takes it later is somebody else
  kept_at TEXT NOT NULL,
  PRIMARY KEY (person, seat)
);
CREATE INDEX person_seats_by_room ON person_seats (room);
CREATE INDEX person_seats_by_tenant ON person_seats (tenant);
