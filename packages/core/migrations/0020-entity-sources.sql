-- The source of an entity: the gazetteer in code, an operator, or features of news that mention it.
alter table entities add column source text not null default 'catalogue'
  check (source in ('catalogue', 'operator', 'features'));

-- Merged entities. The old id means the entity into which it was merged.
create table entity_merges (
  entity_id text primary key,
  into_id   text not null references entities (entity_id),
  merged_at timestamptz not null default now(),
  check (entity_id <> into_id)
);
create index entity_merges_into on entity_merges (into_id);
