-- What is known of subscriptions, which the API doesn't list: IDs, who, when.
-- A row with `subscription_id` is one subscription. A row without one is what became of a webhook, a user and a vehicle
-- since the last ID that they are known by. `at`, `by_name`: when its state was found out, through whom; `since`,
-- `since_by`: when it was first heard of. `is_told`: a browser told it of its own history; the server has not seen it.
CREATE TABLE subscriptions (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm smallint NOT NULL REFERENCES realms,
  webhook_id text COLLATE "C",
  user_id text COLLATE "C",
  vehicle_id text COLLATE "C",
  subscription_id text COLLATE "C",
  state text NOT NULL CHECK (state IN ('accepted', 'present', 'not found', 'removed', 'unknown')),
  at timestamptz NOT NULL,
  by_name text,
  since timestamptz NOT NULL,
  since_by text,
  is_told boolean NOT NULL,
  CHECK (subscription_id IS NOT NULL OR webhook_id IS NOT NULL AND user_id IS NOT NULL AND vehicle_id IS NOT NULL)
);
CREATE UNIQUE INDEX subscriptions_id ON subscriptions (realm, subscription_id) WHERE subscription_id IS NOT NULL;
CREATE UNIQUE INDEX subscriptions_three ON subscriptions (realm, webhook_id, user_id, vehicle_id) WHERE subscription_id IS NULL;
CREATE INDEX subscriptions_newest ON subscriptions (realm, since DESC, n DESC);
CREATE INDEX subscriptions_webhook ON subscriptions (realm, webhook_id);
CREATE INDEX subscriptions_user ON subscriptions (realm, user_id);
CREATE INDEX subscriptions_vehicle ON subscriptions (realm, vehicle_id);
