-- Names of who answers in a room, as a JSON list of `qwen3:8b by local`. Rooms of before have none until they play on.
ALTER TABLE rooms ADD COLUMN answered_by TEXT NOT NULL DEFAULT '[]';
