-- The catalogue and the news itself. These rows are the source; the search index and every message derive from them.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Days, periods and "today" are local everywhere. Declared immutable so that it can be indexed: the time zone is a
-- constant.
create function local_day(instant timestamptz) returns date
  language sql immutable parallel safe
  return (instant at time zone 'America/Sao_Paulo')::date;

create table agencies (
  key            text primary key check (key <> ''),
  name           text not null check (name <> ''),
  parent_key     text,
  type           text,
  news_url       text,
  is_republisher boolean not null default false,
  active         boolean not null default false,
  updated_at     timestamptz not null default now()
);

create table themes (
  code        text primary key check (code <> ''),
  label       text not null check (label <> ''),
  level       smallint not null check (level between 1 and 3),
  parent_code text,
  updated_at  timestamptz not null default now()
);

create table articles (
  unique_id                text primary key check (char_length(unique_id) between 1 and 128),
  agency_key               text not null references agencies (key),
  title                    text not null,
  url                      text not null,
  published_at             timestamptz not null,
  source_updated_at        timestamptz,
  extracted_at             timestamptz,
  subtitle                 text,
  editorial_lead           text,
  content                  text,
  summary                  text,
  image_url                text,
  video_url                text,
  category                 text,
  tags                     text[] not null default '{}',
  theme_l1_code            text references themes (code),
  theme_l2_code            text references themes (code),
  theme_l3_code            text references themes (code),
  most_specific_theme_code text references themes (code),
  content_hash             text,
  deleted_at               timestamptz,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz(3) not null default clock_timestamp()
);
comment on column articles.updated_at is
  'When anything a reader could see last changed, features and embedding included. Milliseconds, as the client reads it.';
comment on column articles.source_updated_at is 'The agency''s own "updated at", as scraped.';

create index articles_published on articles (published_at desc, unique_id desc) where deleted_at is null;
create index articles_published_cursor on articles (published_at, unique_id);
create index articles_agency_published on articles (agency_key, published_at desc);
create index articles_updated on articles (updated_at, unique_id);
create index articles_local_day on articles (local_day(published_at)) where deleted_at is null;
create index articles_theme_l1 on articles (theme_l1_code, published_at desc);
create index articles_theme_l2 on articles (theme_l2_code);
create index articles_theme_l3 on articles (theme_l3_code);
create index articles_most_specific_theme on articles (most_specific_theme_code);
create index articles_content_hash on articles (content_hash);

create table article_features (
  unique_id  text primary key references articles (unique_id) on delete cascade,
  features   jsonb not null check (jsonb_typeof(features) = 'object'),
  updated_at timestamptz not null default now()
);

-- When an article first became searchable; the windows of releases use this time. A table of its own, because an update
-- of a whole batch in `articles` would rewrite every index of that table.
create table article_availability (
  unique_id    text primary key references articles (unique_id) on delete cascade,
  available_at timestamptz not null,
  -- False: recorded before the document is written. True: confirmed after. No window passes an unconfirmed instant.
  written      boolean not null default false
);
create index article_availability_open on article_availability (available_at) where not written;
create index article_availability_written on article_availability (available_at) where written;
