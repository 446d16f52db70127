-- The entities that the news mentions. The registry is seeded from the gazetteer. Mentions, edges and metrics derive
-- from the features of articles and can be rebuilt at any time.

create table entities (
  entity_id      text primary key check (entity_id ~ '^(Q[0-9]+|dgb_[0-9A-HJKMNP-TV-Z]{26})$'),
  canonical_name text not null check (canonical_name <> ''),
  folded_name    text not null,
  type           text not null check (type in ('ORG', 'PER', 'LOC', 'EVENT', 'POLICY', 'LAW')),
  description    text,
  wikidata_id    text,
  agency_key     text,
  -- Updated with every change of an entity or its names. Workers read the registry again when it increases.
  updated_at     timestamptz not null default clock_timestamp()
);

-- Every name of an entity in texts; the canonical name has position 0. Folded: without case, accents and punctuation.
create table entity_aliases (
  entity_id text not null references entities (entity_id) on delete cascade,
  alias     text not null,
  folded    text not null check (folded <> ''),
  position  smallint not null,
  primary key (entity_id, alias)
);
create index entity_aliases_folded on entity_aliases (folded text_pattern_ops);
create index entity_aliases_trigram on entity_aliases using gin (folded gin_trgm_ops);

create table policies (
  entity_id            text primary key references entities (entity_id) on delete cascade,
  domain               text not null check (domain in
    ('SOCIAL', 'ECONOMIC', 'HEALTH', 'EDUCATION', 'SECURITY', 'ENVIRONMENT', 'GOVERNANCE')),
  lifecycle_phase      text not null check (lifecycle_phase in
    ('ANNOUNCED', 'REGULATION', 'IMPLEMENTATION', 'EVALUATION', 'ROUTINE')),
  enabling_laws        text[] not null default '{}',
  responsible_agencies text[] not null default '{}',
  target_population    text[] not null default '{}',
  instance_of          text
);

-- Returns a number of the features, or null when the value is no number: features also come from outside. Rounds to
-- nine
-- decimals and ignores values too large to be measures, so that sums stay within their range.
create function feature_number(value jsonb) returns double precision
  language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'number' then
    case when abs(value::numeric) < 1e12 then round(value::numeric, 9)::double precision end end;

-- The same for a whole number of 32 bits.
create function feature_integer(value jsonb) returns int
  language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'number' then
    case when abs(value::numeric) < 2147483648 and trunc(value::numeric) = value::numeric then value::numeric::int end end;

-- One row per article and entity, without taken-down articles. Repeats columns of the article, so that coverage reads
-- one
-- index.
create table article_entities (
  unique_id       text not null references articles (unique_id) on delete cascade,
  entity_id       text not null references entities (entity_id) on delete cascade,
  mentions        int not null check (mentions > 0),
  published_at    timestamptz not null,
  agency_key      text not null,
  sentiment_score double precision,
  -- Stored, because computing a local day costs more than reading the row.
  day             date not null generated always as (local_day(published_at)) stored,
  primary key (unique_id, entity_id)
);
create index article_entities_entity on article_entities (entity_id, published_at desc, unique_id desc);
create index article_entities_coverage on article_entities (entity_id, day)
  include (agency_key, mentions, sentiment_score);
create index article_entities_published on article_entities (published_at) include (entity_id, agency_key, unique_id);

-- Number of articles that mention both entities. Each pair has two rows, one from each end, so that the neighbours of
-- an
-- entity are one range of one index. No foreign keys: the ends come from mentions, which refer to entities, and two
-- more checks for each row would take longer than the rest of the write.
create table entity_edges (
  src    text not null,
  dst    text not null,
  weight int not null check (weight > 0),
  primary key (src, dst),
  check (src <> dst)
);
create index entity_edges_order on entity_edges (src, weight desc, dst);

-- Number of articles that mention an entity, for lists in that order. An entity without mentions has no row.
create table entity_counts (
  entity_id text primary key references entities (entity_id) on delete cascade,
  articles  int not null check (articles > 0)
);
create index entity_counts_order on entity_counts (articles desc);

-- The columns of an article that analytics read: sentiment, readability and length, by local day. A taken-down article
-- has no row.
create table article_metrics (
  unique_id         text primary key references articles (unique_id) on delete cascade,
  agency_key        text not null,
  day               date not null,
  theme_l1_code     text,
  sentiment_score   double precision,
  sentiment_label   text,
  readability_flesch double precision,
  word_count        int
);
create index article_metrics_day on article_metrics (day, agency_key)
  include (theme_l1_code, sentiment_score, sentiment_label, readability_flesch, word_count);
create index article_metrics_agency on article_metrics (agency_key, day)
  include (theme_l1_code, sentiment_score, sentiment_label, readability_flesch, word_count);

-- The snapshot that the job rank-entities replaces completely.
create table trending_entities (
  entity_id         text primary key references entities (entity_id) on delete cascade,
  trending_score    double precision not null,
  volume_ratio      double precision not null,
  window_count      int not null,
  window_agencies   int not null,
  baseline_count    int,
  baseline_agencies int,
  computed_at       timestamptz not null
);
create index trending_entities_order on trending_entities (trending_score desc);

-- The few articles with a trending score, so that the job that removes scores finds them.
create index article_features_trending on article_features (unique_id) where features ->> 'trending_score' is not null;
