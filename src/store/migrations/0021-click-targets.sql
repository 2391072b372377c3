-- `target`: a digest of the account, the operation and the IDs that a click changes. While one change of a target is
-- being sent, no other click may begin one.
ALTER TABLE clicks ADD COLUMN target text COLLATE "C";
CREATE UNIQUE INDEX clicks_target ON clicks (realm, target) WHERE status IS NULL;
