-- What was public of a clipping. A listing's row keeps name, description, recortes, prompt and schedule as they were when
-- it was last public; this is when it was taken down. Null: it is active.
alter table listings add column unpublished_at timestamptz;
update listings set unpublished_at = updated_at where not active;
create index listings_source on listings (source_clipping_id, published_at desc);

-- When the release was made here, or imported: later than created_at, which is the end of its window.
alter table releases add column made_at timestamptz;
update releases set made_at = created_at;
alter table releases alter column made_at set default clock_timestamp(), alter column made_at set not null;
