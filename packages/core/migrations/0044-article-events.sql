-- What happened to every article, in the order in which it became visible, and the versions that later ones replaced.

create sequence article_event_positions;

create table article_events (
  position     bigint not null,
  at           timestamptz(3) not null,
  unique_id    text not null,
  agency_key   text not null,
  kind         text not null
    check (kind in ('appeared', 'edited', 'removed', 'restored', 'taken_down', 'relabelled')),
  seen_by      text not null check (seen_by in ('scraper', 'import', 'operator', 'model')),
  content_hash text,
  -- The version that the article has after the event; null for an event that makes no version.
  version      int check (version > 0),
  grade        text check (grade in ('typography', 'small', 'figures', 'names', 'text_removed', 'meaning')),
  -- Why an edit has its grade, with the words that changed. Null for other events, and after an erasure.
  reason       text,
  primary key (position, at)
) partition by range (at);
create index article_events_article on article_events (unique_id, position);
create index article_events_agency on article_events (agency_key, position);
comment on table article_events is
  'Append-only. Positions follow the order of commits: writers hold a lock from the position to the end of their transaction.';

-- Rows of months without a partition of their own.
create table article_events_other partition of article_events default;

-- Makes the partitions of this month and the next ones. A month of which rows are in the default partition keeps them there.
create function make_article_event_months(from_day date, months int) returns int language plpgsql as $$
declare
  made int := 0;
  first_day date;
begin
  for step in 0..months - 1 loop
    first_day := (date_trunc('month', from_day) + step * interval '1 month')::date;
    continue when to_regclass(format('article_events_%s', to_char(first_day, 'YYYY_MM'))) is not null;
    continue when exists (
      select 1 from article_events_other
      where at >= first_day::timestamptz and at < (first_day + interval '1 month')::timestamptz);
    execute format('create table article_events_%s partition of article_events for values from (%L) to (%L)',
      to_char(first_day, 'YYYY_MM'), first_day, (first_day + interval '1 month')::date);
    made := made + 1;
  end loop;
  return made;
end $$;
select make_article_event_months(current_date, 3);

alter table articles add column erased_at timestamptz;
comment on column articles.erased_at is
  'When an operator erased the words for legal reasons. The row stays without them, and its versions are gone.';

-- A text is stored once, whatever versions have it.
create table article_texts (
  digest bytea primary key,
  -- The text in UTF-8, compressed by gzip.
  body   bytea not null
);

create table article_versions (
  unique_id         text not null references articles (unique_id) on delete cascade,
  number            int not null check (number > 0),
  seen_at           timestamptz(3) not null,
  replaced_at       timestamptz(3) not null,
  title             text not null,
  subtitle          text,
  content           bytea references article_texts (digest),
  image_url         text,
  published_at      timestamptz not null,
  source_updated_at timestamptz,
  content_hash      text,
  primary key (unique_id, number)
);
create index article_versions_content on article_versions (content);
comment on table article_versions is
  'Versions that a later one replaced. The present version is the row of articles; its number is one above the last one here.';
