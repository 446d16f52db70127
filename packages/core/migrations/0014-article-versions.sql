-- Which version of an article its row holds, and what a taken-down article may not come back as.

alter table articles add column version_at timestamptz;
comment on column articles.version_at is
  'The latest version that arrived: extractedAt, else updatedAt, else when its message was sent. Null in older rows.';

-- An address without what the same page may be written with or without: scheme, www, fragment and a last slash.
create function address_key(address text) returns text
  language sql immutable parallel safe
  return 'url ' || md5(lower(rtrim(regexp_replace(regexp_replace(address, '#.*$', ''), '^https?://(www\.)?', '', 'i'), '/')));

-- One news item of an agency: its title, case and spacing aside, on its local day.
create function headline_key(agency text, title text, published timestamptz) returns text
  language sql immutable parallel safe
  return 'title ' || md5(agency || ' ' || local_day(published) || ' ' || lower(btrim(regexp_replace(title, '\s+', ' ', 'g'))));

-- Kept while an article is down, one row for each address and each headline that it has had meanwhile.
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
