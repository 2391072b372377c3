-- A complete external ID is found by equality, without case. An index takes in 2,704 bytes of a row, so that longer ones
-- are known by their first 200 characters, which is as much as a search may have.
CREATE INDEX users_external_id ON users (realm, lower(left(external_id, 200)));
