-- What a list shows of a room: its cast and its last words, as JSON (src/api/glance.ts). Rooms of before have none until they play on.
ALTER TABLE rooms ADD COLUMN glance TEXT NOT NULL DEFAULT '{}';
-- Rooms by when something happened in them last.
CREATE INDEX rooms_by_activity ON rooms (tenant, kind, updated_at DESC, id DESC);
