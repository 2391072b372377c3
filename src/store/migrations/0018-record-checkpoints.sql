-- `hash`: of the last line before `place`, SHA-256 as base64url. A file that no longer has this line there was cut off or
-- altered after it was copied. Null until the next part is copied, and if the line is too long to be one of the record.
ALTER TABLE activity_files ADD COLUMN hash text COLLATE "C";
