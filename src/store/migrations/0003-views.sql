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
