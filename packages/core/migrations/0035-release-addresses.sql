-- Releases are listed by when they were made. Only code of earlier versions uses created_at, the end of the window, and
-- release_url, an address without a base; a later migration drops both columns.
alter table releases alter column created_at set default clock_timestamp();
create index releases_of_clipping on releases (clipping_id, made_at desc, id desc);

-- The key in the address of a release: whoever has this address may read the release, public or not. 122 random bits.
alter table releases add column page_key text;
alter table releases alter column page_key set default replace(gen_random_uuid()::text, '-', '');
update releases set page_key = replace(gen_random_uuid()::text, '-', '');
alter table releases alter column page_key set not null;

-- A release that reached others than the author of its clipping outlives the clipping for a year. Its row then names the
-- clipping and the author here, so that both can still be found, and an erasure of the author deletes it.
alter table releases alter column clipping_id drop not null;
alter table releases
  -- Set by the purge before it removes the ledger rows that show it.
  add column reached_others boolean not null default false,
  add column ended_at timestamptz,
  add column ended_clipping_id text,
  add column ended_author_id text references users (id) on delete cascade,
  -- True for an ended release that anybody could read at its end.
  add column stays_public boolean not null default false,
  add constraint releases_of_clipping_or_ended check ((clipping_id is null) = (ended_at is not null)
    and (ended_at is null) = (ended_clipping_id is null) and (ended_at is null) = (ended_author_id is null));
create index releases_ended on releases (ended_at) where ended_at is not null;
create index releases_ended_author on releases (ended_author_id) where ended_author_id is not null;
