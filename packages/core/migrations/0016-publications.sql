-- When a listing was taken down; null while it is active. Its row keeps name, description, recortes, prompt and
-- schedule of its last public state.
alter table listings add column unpublished_at timestamptz;
update listings set unpublished_at = updated_at where not active;
create index listings_source on listings (source_clipping_id, published_at desc);

-- When the release was made or imported. Later than created_at, which is the end of its window.
alter table releases add column made_at timestamptz;
update releases set made_at = created_at;
alter table releases alter column made_at set default clock_timestamp(), alter column made_at set not null;
