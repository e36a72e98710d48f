-- What the Worker's instances have learnt of model endpoints (src/model/capability.ts): each lesson a row, so that
-- instances that learn at the same time overwrite nothing. Shared by all tenants; holds no address and no key.
CREATE TABLE endpoints (
  provider TEXT NOT NULL,           -- its name, @, and 12 hex digits of the SHA-256 of its base URL
  model TEXT NOT NULL,
  lesson TEXT NOT NULL,             -- 'no_json_schema' | 'no_json_object' | 'exact' | 'inexact'
  learnt_at TEXT NOT NULL,
  PRIMARY KEY (provider, model, lesson)
) WITHOUT ROWID;
