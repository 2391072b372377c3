-- Deliveries that are passed on: one row for each of their destinations, and one for each time that somebody asked for it
-- again (`is_replay`, `asked_by`). It leaves with its delivery. `next_at`: when it is tried next; while it is being sent, when
-- whoever sends it (`instance`) is taken for gone; null once nothing more follows. `tries`: those that have come to an end.
-- `status`, `error`: what came of the last one. Nothing of a body or an address is in here.
CREATE TABLE delivery_forwards (
  realm smallint NOT NULL,
  delivery bigint NOT NULL,
  n bigint GENERATED ALWAYS AS IDENTITY,
  destination text COLLATE "C" NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'done', 'failed')),
  tries smallint NOT NULL DEFAULT 0,
  next_at timestamptz,
  instance uuid,
  status smallint,
  error text,
  is_replay boolean NOT NULL DEFAULT false,
  asked_by text,
  at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (realm, delivery, n),
  FOREIGN KEY (realm, delivery) REFERENCES deliveries ON DELETE CASCADE
) WITH (fillfactor = 70);
-- Told of twice, a delivery is passed on once.
CREATE UNIQUE INDEX delivery_forwards_once ON delivery_forwards (realm, delivery, destination) WHERE NOT is_replay;
CREATE INDEX delivery_forwards_next ON delivery_forwards (realm, destination, next_at) WHERE next_at IS NOT NULL;
