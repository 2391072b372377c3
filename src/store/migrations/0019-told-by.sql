-- `told_by`: the person whose browser told of it, if people sign in. The index counts for the bounds.
ALTER TABLE subscriptions ADD COLUMN told_by text;
CREATE INDEX subscriptions_told ON subscriptions (realm, told_by) WHERE is_told;
