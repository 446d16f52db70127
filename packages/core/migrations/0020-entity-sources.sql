-- Who added an entity to the registry: the gazetteer in code, an operator, or the features of news that mention it.
alter table entities add column source text not null default 'catalogue'
  check (source in ('catalogue', 'operator', 'features'));

-- Entities that were found to be another one. Whoever still names the old id means the one it was merged into.
create table entity_merges (
  entity_id text primary key,
  into_id   text not null references entities (entity_id),
  merged_at timestamptz not null default now(),
  check (entity_id <> into_id)
);
create index entity_merges_into on entity_merges (into_id);
