-- Articles that their agency removed from its site, and what the scraper noticed about changed sites.

alter table articles add column removed_at timestamptz;
comment on column articles.removed_at is
  'When the site was found to have removed the page; deleted_at has the same time. A newer version of the article clears both. Null for a take-down by an operator.';
create index articles_removed on articles (agency_key, removed_at) where removed_at is not null;

-- Stored articles whose page was missing. The row goes when the page answers again.
create table scrape_missing (
  unique_id       text primary key,
  agency_key      text not null,
  first_missed_at timestamptz not null,
  last_missed_at  timestamptz not null
);
create index scrape_missing_seen on scrape_missing (last_missed_at);

-- What each listing showed to earlier runs.
create table scrape_listings (
  agency_key  text not null,
  listing_url text not null,
  structures  text[] not null default '{}',
  had_items   boolean not null default false,
  primary key (agency_key, listing_url)
);

-- The latest change of a site of each kind. It is open while a run saw it in the last 24 hours and none ended it.
create table scrape_drifts (
  agency_key   text not null,
  kind         text not null,
  began_at     timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at     timestamptz,
  detail       text not null,
  -- The key of the page in the storage bucket; null when no page shows the change.
  page_key     text,
  primary key (agency_key, kind)
);
create index scrape_drifts_seen on scrape_drifts (last_seen_at);

alter table scrape_pages add column absent_at timestamptz;
comment on column scrape_pages.absent_at is 'When a feed or sitemap that sites may have was missing.';

alter table scrape_days add column removed int not null default 0;
