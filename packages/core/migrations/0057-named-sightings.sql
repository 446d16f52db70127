-- Articles that are to be enriched again, because a name of theirs has become an entity. They are marked in a transaction of
-- their own, so that nobody waits for another article while holding the lock of the entity store.

alter table name_sightings add column is_named boolean not null default false;
comment on column name_sightings.is_named is
  'The name has become an entity. The row goes when the article is due for enrichment.';
create index name_sightings_named on name_sightings (unique_id) where is_named;
comment on table name_sightings is 'Folded: without case, accents and punctuation. A name with two articles becomes an entity.';
