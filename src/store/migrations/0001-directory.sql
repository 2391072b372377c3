-- One service and account; everything hangs on it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE realms (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  made_at timestamptz NOT NULL DEFAULT now()
);
-- A connection as it was read last. `car`: its name ("2021 TESLA Model 3"). `gone_at`: it is in no list any more.
-- `read_at`: when it was written last; a crawl's pages tell what was read and is as it was.
CREATE TABLE connections (
  realm smallint NOT NULL REFERENCES realms,
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  vehicle_id text COLLATE "C",
  external_id text,
  make text,
  model text,
  year smallint,
  car text NOT NULL,
  powertrain text,
  mode text NOT NULL,
  permissions text[] NOT NULL,
  created_at timestamptz,
  updated_at timestamptz,
  read_at timestamptz NOT NULL,
  gone_at timestamptz,
  PRIMARY KEY (realm, id)
) WITH (fillfactor = 85);
CREATE INDEX connections_newest ON connections (realm, created_at DESC NULLS LAST, id DESC) WHERE gone_at IS NULL;
CREATE INDEX connections_user ON connections (realm, user_id);
CREATE INDEX connections_vehicle ON connections (realm, vehicle_id);
CREATE INDEX connections_gone ON connections (realm, gone_at) WHERE gone_at IS NOT NULL;
-- What follows from them, kept with each page: counting at every look takes seconds at a million rows.
-- `words`: lower-case text that a search looks through, a user's with the cars they are connected to.
-- `name`: what is sorted by, '' where there is none. `changed_at`: the epoch where it is unknown. Trigrams are taken into
-- their index 256 kB at a time: one by one they cost as much as all the rest of a page, and more of them slow a search.
CREATE TABLE users (
  realm smallint NOT NULL,
  id text COLLATE "C" NOT NULL,
  external_id text,
  live integer NOT NULL,
  simulated integer NOT NULL,
  connections integer NOT NULL,
  vehicles integer NOT NULL,
  cars text[] NOT NULL,
  changed_at timestamptz NOT NULL,
  name text COLLATE "C" NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (realm, id)
) WITH (fillfactor = 85);
CREATE INDEX users_changed ON users (realm, changed_at DESC, id DESC);
CREATE INDEX users_largest ON users (realm, connections DESC, id DESC);
CREATE INDEX users_name ON users (realm, (name = ''), name, id);
CREATE INDEX users_words ON users USING gin (words gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE TABLE vehicles (
  realm smallint NOT NULL,
  id text COLLATE "C" NOT NULL,
  make text COLLATE "C",
  model text,
  year smallint,
  powertrain text,
  mode text COLLATE "C" NOT NULL,
  connections integer NOT NULL,
  users integer NOT NULL,
  user_id text COLLATE "C",
  external_id text,
  changed_at timestamptz NOT NULL,
  name text COLLATE "C" NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (realm, id)
) WITH (fillfactor = 85);
CREATE INDEX vehicles_changed ON vehicles (realm, changed_at DESC, id DESC);
CREATE INDEX vehicles_largest ON vehicles (realm, connections DESC, id DESC);
CREATE INDEX vehicles_name ON vehicles (realm, (name = ''), name, id);
CREATE INDEX vehicles_make ON vehicles (realm, make);
CREATE INDEX vehicles_mode ON vehicles (realm, mode);
CREATE INDEX vehicles_words ON vehicles USING gin (words gin_trgm_ops) WITH (gin_pending_list_limit = 256);
-- Exact counts, kept with each page; its row is what all who write in a realm wait for.
CREATE TABLE directory_counts (
  realm smallint PRIMARY KEY REFERENCES realms,
  live integer NOT NULL DEFAULT 0,
  simulated integer NOT NULL DEFAULT 0,
  users integer NOT NULL DEFAULT 0,
  vehicles integer NOT NULL DEFAULT 0
);
-- A crawl: all pages of the lists (`whole`), the newest ones (`head`), or what is gone (`seek`).
CREATE TABLE crawls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm smallint NOT NULL REFERENCES realms,
  kind text NOT NULL CHECK (kind IN ('whole', 'head', 'seek')),
  phase text NOT NULL DEFAULT 'crawling' CHECK (phase IN ('crawling', 'paused', 'stopped', 'done', 'failed')),
  begun_by text,
  begun_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  requests integer NOT NULL DEFAULT 0,
  error text,
  instance uuid,
  beat_at timestamptz
);
CREATE UNIQUE INDEX crawls_one ON crawls (realm) WHERE phase IN ('crawling', 'paused');
CREATE TABLE crawl_pages (
  crawl bigint NOT NULL REFERENCES crawls ON DELETE CASCADE,
  list text NOT NULL,
  page integer NOT NULL,
  size integer NOT NULL,
  readings integer NOT NULL DEFAULT 1,
  total bigint,
  ids text[] NOT NULL,
  has_next boolean NOT NULL,
  broken integer NOT NULL DEFAULT 0,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (crawl, list, page)
);
CREATE TABLE instances (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  beat_at timestamptz NOT NULL DEFAULT now()
);
-- Who was removed by us, or said to be gone by the service: the id alone.
CREATE TABLE tombstones (
  realm smallint NOT NULL REFERENCES realms,
  kind text NOT NULL CHECK (kind IN ('connection', 'user')),
  id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, kind, id)
);
