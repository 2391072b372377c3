-- Work that a server does by itself. `key`: of the click that asked for it. `operation`: what is sent, once for each of its
-- targets. `ordered_by`: who paused, resumed or stopped it last. `subject`, `client`: who began it, for the record.
-- `instance`: whose work it is, while its heart beats. The counts are kept with each item that changes. `told_at`: when its
-- end was told of outside; `tell_at`: when that is tried next.
CREATE TABLE jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm smallint NOT NULL REFERENCES realms,
  key text COLLATE "C" NOT NULL,
  operation text NOT NULL,
  phase text NOT NULL DEFAULT 'running' CHECK (phase IN ('running', 'paused', 'stopped', 'ended')),
  reason text,
  ordered_by text,
  begun_by text,
  subject text,
  client text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  start_at timestamptz,
  hours jsonb,
  waiting_until timestamptz,
  ended_at timestamptz,
  is_checking boolean NOT NULL DEFAULT false,
  failed integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0,
  sending integer NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  instance uuid,
  beat_at timestamptz,
  told_at timestamptz,
  tell_at timestamptz,
  tell_tries smallint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX jobs_key ON jobs (realm, key);
CREATE INDEX jobs_newest ON jobs (realm, id DESC);
CREATE INDEX jobs_phase ON jobs (realm, phase, id DESC);
CREATE INDEX jobs_untold ON jobs (realm, ended_at) WHERE told_at IS NULL AND ended_at IS NOT NULL;
-- In the order in which they are shown.
CREATE TYPE job_item_state AS ENUM ('failed', 'unknown', 'sending', 'waiting', 'done');
-- One target. `instance`, `tries`: who sent it last, so that a late outcome is of that try alone.
CREATE TABLE job_items (
  job bigint NOT NULL REFERENCES jobs ON DELETE CASCADE,
  n integer NOT NULL,
  realm smallint NOT NULL,
  operation text NOT NULL,
  target text COLLATE "C" NOT NULL,
  state job_item_state NOT NULL DEFAULT 'waiting',
  tries smallint NOT NULL DEFAULT 0,
  instance uuid,
  status smallint,
  request_id text,
  detail text,
  at timestamptz,
  PRIMARY KEY (job, n)
) WITH (fillfactor = 70);
CREATE INDEX job_items_state ON job_items (job, state, n);
CREATE INDEX job_items_target ON job_items (realm, target);
-- Nothing is queued twice.
CREATE UNIQUE INDEX job_items_once ON job_items (realm, operation, target) WHERE state IN ('sending', 'waiting');
