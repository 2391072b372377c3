-- A vehicle that is asleep is no failure: its item waits for an operator who retries it. `asleep`: how many of them there are.
ALTER TYPE job_item_state ADD VALUE 'asleep' AFTER 'unknown';
ALTER TABLE jobs ADD COLUMN asleep integer NOT NULL DEFAULT 0;
