-- Reading the history of news sites: the job `backfill` works on open rows in turns of some minutes, and each turn goes
-- on where the last one stood.
create table backfills (
  id         bigint generated always as identity primary key,
  agency_key text not null,
  -- Days at Brasília, both included.
  from_day   date not null,
  to_day     date not null,
  state      text not null default 'open' check (state in ('open', 'stopped', 'done', 'failed')),
  -- Listings and sitemaps that are still to be read, as JSON. Null: not started.
  place      jsonb,
  -- Pages of listings and sitemaps that were read, and those that could not be read.
  pages      integer not null default 0,
  unlisted   integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  worked_at  timestamptz,
  ended_at   timestamptz,
  last_error text,
  check (from_day <= to_day)
);
create unique index backfills_open on backfills (agency_key) where state = 'open';

-- The addresses that a backfill found, each once. What happened to them is counted from here.
create table backfill_addresses (
  backfill_id bigint not null references backfills (id) on delete cascade,
  url         text not null,
  position    bigint generated always as identity,
  -- The entry of the listing or sitemap.
  entry       jsonb not null,
  -- Null: still to be read.
  outcome     text check (outcome in
    ('known', 'stored', 'older', 'newer', 'no_news', 'undated', 'refused', 'gone', 'failed')),
  detail      text,
  tries       integer not null default 0,
  next_at     timestamptz,
  primary key (backfill_id, url)
);
create index backfill_addresses_waiting on backfill_addresses (backfill_id, position) where outcome is null;
