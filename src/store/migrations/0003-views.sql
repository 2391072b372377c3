-- Names for addresses of the console. `subject`: the sign-in's own id of the person, '' where nobody signs in; `owner`:
-- what they were called when it was saved. `shared`: shown to everybody who may read in the realm.
CREATE TABLE views (
  id uuid PRIMARY KEY,
  realm smallint NOT NULL REFERENCES realms,
  subject text COLLATE "C" NOT NULL,
  owner text,
  name text COLLATE "C" NOT NULL,
  address text NOT NULL,
  shared boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX views_named ON views (realm, subject, name);
CREATE INDEX views_shared ON views (realm, name, id) WHERE shared;
-- The fleet in numbers, kept with each page as the counts of the directory are. `kind`: 'make', or 'month' (of creation,
-- in UTC, YYYY-MM); `name`: '' where there is none. Any mode but simulated counts as live.
CREATE TABLE fleet_counts (
  realm smallint NOT NULL REFERENCES realms,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  live integer NOT NULL,
  simulated integer NOT NULL,
  PRIMARY KEY (realm, kind, name)
) WITH (fillfactor = 50);
INSERT INTO fleet_counts
SELECT realm, kind, name, count(*) FILTER (WHERE mode <> 'simulated'), count(*) FILTER (WHERE mode = 'simulated')
FROM connections CROSS JOIN LATERAL (
  VALUES ('make', coalesce(make, '')), ('month', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM'), ''))
) AS counted (kind, name)
WHERE gone_at IS NULL GROUP BY realm, kind, name;
