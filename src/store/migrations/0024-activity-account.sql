-- `account`: names the credential that was used; empty for lines that name none. Rows from before get it from the files of
-- the record, which are copied again from their beginning.
ALTER TABLE activity_terms ADD COLUMN account text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX activity_terms_account ON activity_terms (realm, account);
UPDATE activity_files SET place = 0, hash = NULL, broken = 0;
