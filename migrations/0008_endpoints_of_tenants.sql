-- What is learnt of a model is learnt for one tenant, and for hours (src/model/capability.ts). The lessons of before are
-- dropped: they are learnt again with the next answers.
DROP TABLE endpoints;
CREATE TABLE endpoints (
  tenant TEXT NOT NULL,
  provider TEXT NOT NULL,           -- its name, @, and 12 hex digits of the SHA-256 of its base URL
  model TEXT NOT NULL,
  lesson TEXT NOT NULL,             -- 'no_json_schema' | 'exact' | 'prose' | 'window_8192' | 'thinks_2048' …
  learnt_at TEXT NOT NULL,
  PRIMARY KEY (tenant, provider, model, lesson)
) WITHOUT ROWID;
