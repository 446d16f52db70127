-- Where the pages of articles are, as their sites answered: WARC records in the bucket, one for each content of an
-- address. Today's readers read them again after a fault of a reader was mended.
create table scrape_raw_pages (
  id            bigint generated always as identity primary key,
  agency_key    text not null,
  -- Address of the article, as its message has it.
  url           text not null,
  -- SHA-256 of the address and of the body, in hexadecimal digits.
  digest        text not null,
  object_key    text not null,
  -- Kind of site, which chooses the reader.
  kind          text not null,
  -- Null: the page could not be sent, such as one without a date.
  unique_id     text,
  -- The entry of the listing that led to the page.
  entry         jsonb not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  unique (agency_key, url, digest)
);
create index scrape_raw_pages_first_seen on scrape_raw_pages (first_seen_at);
create index scrape_raw_pages_last_seen on scrape_raw_pages (last_seen_at);
create index scrape_raw_pages_article on scrape_raw_pages (unique_id);
comment on column scrape_raw_pages.last_seen_at is
  'When this content was read last: the time of extraction of the message that was made of it.';
