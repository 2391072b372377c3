-- The last sign-in of each person, or behind a proxy their last request, of no realm. Their jobs that change or bill depend
-- on it. `role`: what it gave them, null for none. `signed_out_at`: when they signed out of their last session, unless they
-- let their jobs continue.
CREATE TABLE people (
  subject text COLLATE "C" PRIMARY KEY,
  role text CHECK (role IN ('viewer', 'reader', 'operator')),
  signed_in_at timestamptz NOT NULL,
  signed_out_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX people_signed_in ON people (signed_in_at);
-- `adopted_*`: who took the job over; its requests are sent in their name from then on. `pause_cause`: why the server paused
-- it, null if a person did.
ALTER TABLE jobs
  ADD COLUMN adopted_by text,
  ADD COLUMN adopted_subject text,
  ADD COLUMN adopted_client text,
  ADD COLUMN pause_cause text CHECK (pause_cause IN ('signed-out', 'role-lost', 'sign-in-expired')),
  ADD COLUMN paused_at timestamptz;
CREATE INDEX jobs_person ON jobs (coalesce(adopted_subject, subject)) WHERE phase = 'running';
-- Jobs that exist count from the update.
INSERT INTO people (subject, role, signed_in_at)
SELECT DISTINCT subject, 'operator', now() FROM jobs WHERE subject IS NOT NULL AND phase <> 'ended';
