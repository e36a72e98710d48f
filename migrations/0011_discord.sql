-- The Discord applications of a tenant, and which rooms tell them of new events: a row for each channel in which a scene
-- plays, and one without a channel for the application itself. Everything else is in the object of the application.
CREATE TABLE discord (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,                 -- dsc_ and the id that Discord gave the application
  channel TEXT NOT NULL,            -- '': the application itself
  room TEXT NOT NULL,               -- the scene; '' without a channel
  PRIMARY KEY (tenant, id, channel)
) WITHOUT ROWID;
CREATE INDEX discord_by_room ON discord (tenant, room);
