-- A stopped job whose failed items are retried sends those alone; its other items keep waiting until it is resumed.
ALTER TABLE jobs ADD COLUMN is_retrying boolean NOT NULL DEFAULT false;
ALTER TABLE job_items ADD COLUMN is_retry boolean NOT NULL DEFAULT false;
CREATE INDEX job_items_retry ON job_items (job, n) WHERE is_retry AND state = 'waiting';
