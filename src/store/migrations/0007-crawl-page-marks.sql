-- By two bytes of each id the pages that name somebody are found, and no other page's ids are read for it. Of whole ids
-- the index would be ten times as large, and each page would change it in a hundred places.
CREATE FUNCTION marks_of(ids text[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY (
    SELECT get_byte(hash, 0) * 256 + get_byte(hash, 1)
    FROM (SELECT sha256(convert_to(id, 'UTF8')) AS hash FROM unnest(ids) AS id) AS hashed
  )
$$;
CREATE INDEX crawl_pages_marks ON crawl_pages USING gin (marks_of(ids)) WITH (gin_pending_list_limit = 256);
