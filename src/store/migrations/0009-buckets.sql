-- What the provider still allows for a credential, for all instances together. `level`: how much there was at `filled_at`,
-- less than nothing where instances sent on their own while this was away. `full_at`: when it has all come back.
-- `users`: the instances of the last minute by their name, in ms since the epoch: `seen`; `turn`, when it was given
-- something last; `lane`, `wants` and `until`: how many requests of it wait, and until when that is to be believed.
CREATE TABLE buckets (
  realm smallint NOT NULL REFERENCES realms,
  key text COLLATE "C" NOT NULL,
  level double precision NOT NULL,
  filled_at timestamptz NOT NULL,
  full_at timestamptz NOT NULL,
  paused_until timestamptz NOT NULL,
  users jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (realm, key)
) WITH (fillfactor = 50);
