-- Whose input a call answered, and what it cost.
ALTER TABLE calls ADD COLUMN seat TEXT;     -- null: nobody's
ALTER TABLE calls ADD COLUMN money INTEGER; -- billionths of the currency; null: its model has no price, or it was free

-- Tenants that the operator made; whether one is still there is asked of its object.
CREATE TABLE tenants (
  name TEXT PRIMARY KEY,
  created_at TEXT NOT NULL
) WITHOUT ROWID;
