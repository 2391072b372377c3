-- What jobs have read, sealed with a key of the servers. `body`, `names`: of rows written before, which are erased a day after
-- their job's end. `sealed_names`: the job's column names, in their order.
ALTER TABLE job_results ADD COLUMN sealed bytea, ALTER COLUMN body DROP NOT NULL,
  ADD CHECK (num_nonnulls(body, sealed) > 0);
ALTER TABLE jobs ADD COLUMN sealed_names bytea;
-- Seals results if no secret is configured. No backup has it.
CREATE TABLE result_keys (
  realm smallint PRIMARY KEY REFERENCES realms,
  key bytea NOT NULL
);
