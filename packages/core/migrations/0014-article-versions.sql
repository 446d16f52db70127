-- The version of an article's row, and the keys under which a taken-down article may not return.

alter table articles add column version_at timestamptz;
comment on column articles.version_at is
  'The latest version that arrived: extractedAt, else updatedAt, else when its message was sent. Null in older rows.';

-- An address without its optional parts: scheme, www, fragment and a trailing slash.
create function address_key(address text) returns text
  language sql immutable parallel safe
  return 'url ' || md5(lower(rtrim(regexp_replace(regexp_replace(address, '#.*$', ''), '^https?://(www\.)?', '', 'i'), '/')));

-- The key of a headline: agency, title (ignoring case and spacing) and local day.
create function headline_key(agency text, title text, published timestamptz) returns text
  language sql immutable parallel safe
  return 'title ' || md5(agency || ' ' || local_day(published) || ' ' || lower(btrim(regexp_replace(title, '\s+', ' ', 'g'))));

-- One row per address and headline of a taken-down article. Deleted when the article is restored.
create table taken_down_keys (
  key       text not null,
  unique_id text not null references articles (unique_id) on delete cascade,
  primary key (key, unique_id)
);
create index taken_down_keys_article on taken_down_keys (unique_id);

insert into taken_down_keys (key, unique_id)
select address_key(url), unique_id from articles where deleted_at is not null
union
select headline_key(agency_key, title, published_at), unique_id from articles where deleted_at is not null and title <> '';
