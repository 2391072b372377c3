-- What is said of a whole crawl that is done, as JSON: a million ids are not read through for it at each start.
ALTER TABLE crawls ADD COLUMN summary text;
