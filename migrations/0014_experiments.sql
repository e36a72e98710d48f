-- The list of experiments. Everything else about one is in its own object, which writes this row as its runs go on.
CREATE TABLE experiments (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  progress TEXT NOT NULL,           -- JSON: runs that wait, are played, are over, were refused
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
CREATE INDEX experiments_by_time ON experiments (tenant, created_at DESC, id DESC);
