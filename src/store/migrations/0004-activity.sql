-- The record of changes and vehicle reads, taken over from the servers' files, which stay the truth.
-- Who did what from where: few among any number of records, so that a part of a name is looked for among these alone.
-- `term`: a number that follows from them. `words`: lower-case text that a search looks through. `seen_at`: to a day, the
-- last record of it.
CREATE TABLE activity_terms (
  realm smallint NOT NULL REFERENCES realms,
  term bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  operator text COLLATE "C",
  subject text,
  client text,
  words text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (realm, term)
);
-- `at`: when it began. `key`: a number that follows from its id and what it was; an outcome finds its attempt by both.
-- `status`: null where no answer came, or none is written down; 0 where it was not sent. `ids`: what an ID is found by
-- from its beginning: trigrams of random IDs took ten times as much to write. `words`: the same IDs as text.
-- One table, not one a month: what is too old is some thousand rows a day, each search would ask every part, and a
-- backup is restored by the names of its tables.
CREATE TABLE activity (
  realm smallint NOT NULL REFERENCES realms,
  at timestamptz NOT NULL,
  key bigint NOT NULL,
  term bigint NOT NULL,
  id text NOT NULL,
  parameters jsonb NOT NULL,
  requests integer,
  has_ended boolean NOT NULL,
  status smallint,
  reason text,
  duration_ms integer,
  request_id text,
  ids tsvector NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (realm, at, key)
);
CREATE INDEX activity_term ON activity (realm, term, at, key);
-- What did not succeed is rare, and is what is looked for.
CREATE INDEX activity_failed ON activity (realm, at, key, status) WHERE status IS NULL OR status NOT BETWEEN 200 AND 299;
CREATE INDEX activity_ids ON activity USING gin (ids) WITH (gin_pending_list_limit = 256);
-- How far each file was taken over, in the transaction of its rows. `file`: the hash of its first line, whatever its name.
CREATE TABLE activity_files (
  realm smallint NOT NULL REFERENCES realms,
  file text NOT NULL,
  place bigint NOT NULL DEFAULT 0,
  broken integer NOT NULL DEFAULT 0,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, file)
);
