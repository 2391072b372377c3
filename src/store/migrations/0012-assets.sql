-- The built files of every version that serves this realm: while versions are exchanged, and as long as a tab of the one
-- before is open, each instance can give them out. `body`: compressed (br), base64. `mac`: made with the servers' secret.
CREATE TABLE assets (
  realm smallint NOT NULL REFERENCES realms,
  name text COLLATE "C" NOT NULL,
  body text NOT NULL,
  mac text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, name)
);
