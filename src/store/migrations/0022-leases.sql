-- An account of a token that was added in a browser. `ended_at`: when its last lease ended; from then on its rows are never
-- read again, its key is another, and they are erased. `beat_at`: the last sign of life of the server that has its token.
ALTER TABLE realms
  ADD COLUMN is_added boolean NOT NULL DEFAULT false,
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN beat_at timestamptz;

-- How long a browser keeps such a token. `id` names the browser's cookie, which can't be read from it. `owner`: the operator,
-- or the address without sign-in.
CREATE TABLE leases (
  realm smallint NOT NULL REFERENCES realms ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  owner text NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX leases_realm ON leases (realm);

-- A job of such an account pauses if no server has its token.
ALTER TABLE jobs DROP CONSTRAINT jobs_pause_cause_check,
  ADD CONSTRAINT jobs_pause_cause_check CHECK (pause_cause IN ('signed-out', 'role-lost', 'sign-in-expired', 'no-token'));
