-- The news site of each agency: what was a list in code. An operator adds and corrects sites without a release.
create table sites (
  agency_key   text primary key references agencies (key),
  kind         text not null check (kind ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  listing_urls text[] not null check (cardinality(listing_urls) between 1 and 10),
  options      jsonb not null default '{}' check (jsonb_typeof(options) = 'object'),
  active       boolean not null default true,
  note         text,
  source       text not null check (source in ('catalogue', 'operator')),
  changed_by   text,
  changed_at   timestamptz not null default now()
);
comment on table sites is 'The news sites that are read, one per agency.';
comment on column sites.kind is 'How the site is read: a kind of packages/scraper/src/kinds/kinds.ts.';
comment on column sites.listing_urls is 'Absolute addresses of listings or feeds, newest first.';
comment on column sites.options is 'hosts: further hosts of the site''s articles.';
comment on column sites.note is 'Why the site is not read, or what is not certain about it.';
comment on column sites.source is
  'Who changed the row last. Rows of the catalogue follow later versions of it; rows of an operator stay.';
comment on column sites.changed_by is 'The operator who changed the row last; null for the catalogue.';
