-- Jobs that read. `shared`: what all of a job's items share. `share`: of the provider's limit, in percent. `total`: how many
-- rows there are, as a list counts them. `rows_read`, `bytes_read`: of its results, which are erased at `erased_at`.
ALTER TABLE jobs
  ADD COLUMN shared jsonb,
  ADD COLUMN share smallint NOT NULL DEFAULT 100 CHECK (share BETWEEN 1 AND 100),
  ADD COLUMN total bigint,
  ADD COLUMN rows_read bigint NOT NULL DEFAULT 0,
  ADD COLUMN bytes_read bigint NOT NULL DEFAULT 0,
  ADD COLUMN erased_at timestamptz;
-- `scope`: of a change, what beside its target is queued once alone (a webhook); null of a read. `page`: of what is read in
-- pages. `place`: where the read goes on, known to nobody else.
ALTER TABLE job_items
  ADD COLUMN scope text COLLATE "C" DEFAULT '',
  ADD COLUMN page integer,
  ADD COLUMN place text;
DROP INDEX job_items_once;
CREATE UNIQUE INDEX job_items_once ON job_items (realm, operation, scope, target)
  WHERE state IN ('sending', 'waiting') AND scope IS NOT NULL;
-- By whom a target names beside its vehicle.
CREATE INDEX job_items_user ON job_items (realm, split_part(target, '/', 2)) WHERE operation = 'POST /v3/subscriptions';
CREATE INDEX job_items_reader ON job_items (realm, split_part(target, '/', 3))
  WHERE operation = 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values';
-- What an item has brought, as JSON; of several tries the later adds to the earlier. `names`: of its columns, where they
-- follow from what came.
CREATE TABLE job_results (
  job bigint NOT NULL REFERENCES jobs ON DELETE CASCADE,
  n integer NOT NULL,
  try smallint NOT NULL,
  names text[],
  body text NOT NULL,
  PRIMARY KEY (job, n, try)
);
