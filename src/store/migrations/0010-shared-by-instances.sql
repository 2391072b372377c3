-- Servers at this store, of which none was ever written. `build`: of two builds of a version. `beat_at`: the last sign of life;
-- one that ends cleanly takes its row away.
ALTER TABLE instances ADD COLUMN realm smallint NOT NULL REFERENCES realms, ADD COLUMN build text, SET (fillfactor = 50);
-- Sign-ins of operators, of no realm: a cookie names one, and without a row here it is refused. `used_at`: the last use, to
-- a minute; `ends_at`: the latest end, after which the row is erased.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  subject text NOT NULL,
  begun_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  revoked_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX sessions_subject ON sessions (subject) WHERE revoked_at IS NULL;
CREATE INDEX sessions_end ON sessions (ends_at);
-- Clicks whose change was begun, so that no instance makes it again. `subject`: whose click, empty where nobody signs in.
-- `claim`: of the one that makes it, so that nothing late is taken for another’s.
-- `status`: what became of it: a status, `unknown` or `not sent`; none while it is being sent.
CREATE TABLE clicks (
  realm smallint NOT NULL REFERENCES realms,
  subject text NOT NULL,
  click text COLLATE "C" NOT NULL,
  claim uuid NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  status text,
  PRIMARY KEY (realm, subject, click)
) WITH (fillfactor = 70);
CREATE INDEX clicks_begun ON clicks (begun_at);
-- Tokens that one instance fetched for all, sealed with their secret. `client`: whose it is, as a keyed name. `turn`: counts
-- the fetches that have ended. `holder`: who fetches the next one, until `held_until`. `failure`: why the last fetch failed, in words without a secret. `changed_at`: one that nobody fetches any more is erased.
CREATE TABLE fetched_tokens (
  realm smallint NOT NULL REFERENCES realms,
  client text COLLATE "C" NOT NULL,
  sealed text,
  turn integer NOT NULL DEFAULT 0,
  holder uuid,
  held_until timestamptz,
  failure text,
  failed_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, client)
) WITH (fillfactor = 50);
