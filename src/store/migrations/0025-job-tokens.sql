-- The version 2.0 token that was added in a browser and that a job is sent with, by a keyed fingerprint. Only the server in
-- `instance` has it. NULL: the job is sent with the server's own.
ALTER TABLE jobs ADD COLUMN token_id text COLLATE "C";
