-- Addresses of news sites that were asked in vain, so that runs do not ask them again and again.

create table scrape_notes (
  agency_key text not null,
  url        text not null,
  reason     text not null,
  detail     text not null,
  times      int not null,
  last_at    timestamptz not null,
  next_at    timestamptz not null,
  -- The entry of the listing: with its title and date the article can be read when no listing shows it any more.
  item       jsonb not null,
  primary key (agency_key, url)
);
create index scrape_notes_seen on scrape_notes (last_at);
comment on table scrape_notes is 'The row goes when the address gives its article.';
comment on column scrape_notes.times is 'Answers in a row with this reason.';
comment on column scrape_notes.next_at is 'No usual run asks the address before this time.';
