-- Sums for /metrics (src/storage/counters.ts), so that asking for them reads a few rows. Rooms are always counted, the rest
-- only where METRICS_KEY is set.
CREATE TABLE counters (
  name TEXT NOT NULL,               -- as Prometheus gets it, without `proscenium_`
  labels TEXT NOT NULL,             -- as Prometheus gets them: `kind="scene",status="completed"`
  value REAL NOT NULL,
  PRIMARY KEY (name, labels)
) WITHOUT ROWID;

INSERT INTO counters
  SELECT 'rooms', 'kind="' || iif(id LIKE 'adv%', 'adventure', iif(kind = 'run', 'grid', kind)) || '"', count(*)
  FROM rooms GROUP BY 2;

CREATE TRIGGER rooms_made AFTER INSERT ON rooms BEGIN
  INSERT INTO counters
    VALUES ('rooms', 'kind="' || iif(new.id LIKE 'adv%', 'adventure', iif(new.kind = 'run', 'grid', new.kind)) || '"', 1)
    ON CONFLICT (name, labels) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER rooms_deleted AFTER DELETE ON rooms BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rooms'
    AND labels = 'kind="' || iif(old.id LIKE 'adv%', 'adventure', iif(old.kind = 'run', 'grid', old.kind)) || '"';
END;
