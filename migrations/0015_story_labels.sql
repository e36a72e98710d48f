-- What the Blorb around an uploaded story tells of it. The cover itself is in R2 (`stories/<tenant>/<hash>.cover`).
ALTER TABLE stories ADD COLUMN author TEXT;
ALTER TABLE stories ADD COLUMN cover TEXT;   -- media type of the cover; NULL: there is none
