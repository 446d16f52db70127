-- What the scraper keeps between runs. Articles themselves come in through the queue news-ingest.

create table scrape_sites (
  agency_key      text primary key,
  -- The kind of site that answered last, which may differ from the catalogue after a migration.
  kind            text,
  -- How far an interrupted run came.
  progress        jsonb,
  -- No scheduled run asks the site before this time. Null: at once.
  next_at         timestamptz,
  last_run_at     timestamptz,
  last_success_at timestamptz,
  last_found_at   timestamptz,
  last_looked_again_at timestamptz,
  last_deep_at    timestamptz,
  failures        int not null default 0,
  error_kind      text,
  error_message   text,
  structure       text,
  -- Local days of the news that the listing showed, oldest first, of the last 60 days.
  news_days       date[] not null default '{}'
);
comment on column scrape_sites.last_found_at is 'When a run last sent an article that was not known before.';
comment on column scrape_sites.failures is 'Failed runs in a row.';

-- Addresses that were sent to news-ingest. The run that sends an article must not wait until it is stored.
create table scrape_addresses (
  agency_key    text not null,
  url           text not null,
  unique_id     text not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  sent_at       timestamptz not null,
  primary key (agency_key, url)
);
create index scrape_addresses_seen on scrape_addresses (last_seen_at);

-- Validators of pages, for conditional requests.
create table scrape_pages (
  address       text primary key,
  etag          text,
  last_modified text,
  seen_at       timestamptz not null
);
create index scrape_pages_seen on scrape_pages (seen_at);

-- One request at a time per host, over all processes.
create table scrape_hosts (
  host           text primary key,
  delay_ms       int not null default 0,
  open_at        timestamptz not null default '-infinity',
  held_until     timestamptz not null default '-infinity',
  requests_on    date not null,
  requests       int not null default 0,
  robots         text,
  robots_read_at timestamptz
);
comment on column scrape_hosts.open_at is 'No request before this time: the pause after the last one, or Retry-After.';
comment on column scrape_hosts.held_until is 'A request is under way; it counts as lost after this time.';
comment on column scrape_hosts.requests is 'Requests of the local day requests_on.';

-- Circuit breakers per site: a host, and on it the first folder.
create table scrape_breakers (
  site       text primary key,
  failures   int not null,
  pause_ms   int not null,
  open_until timestamptz not null
);

-- Counts of each agency and local day, for monitoring.
create table scrape_days (
  agency_key text not null,
  day        date not null,
  runs       int not null default 0,
  failed     int not null default 0,
  pages      int not null default 0,
  unchanged  int not null default 0,
  listed     int not null default 0,
  undated    int not null default 0,
  scraped    int not null default 0,
  sent       int not null default 0,
  -- Fields that were read, and how many of them by another rule than the first of their chain.
  readings   int not null default 0,
  fallbacks  int not null default 0,
  seconds    real not null default 0,
  -- Failed runs by kind of error.
  errors     jsonb not null default '{}',
  -- How many articles had each field.
  fields     jsonb not null default '{}',
  primary key (agency_key, day)
);
create index scrape_days_day on scrape_days (day);

-- Adds the numbers of two objects key by key.
create function add_counts(a jsonb, b jsonb) returns jsonb
  language sql immutable parallel safe
  return (select coalesce(jsonb_object_agg(key, total), '{}') from (
    select key, sum(value::numeric) as total
    from (select * from jsonb_each_text(a) union all select * from jsonb_each_text(b)) counts
    group by key) sums);
