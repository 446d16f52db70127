-- The offices that texts state beside the names of people, with when and by whom they were stated. They tell people of one
-- name apart.

create table entity_offices (
  entity_id  text not null references entities (entity_id) on delete cascade,
  office     text not null,
  -- Without case, accents and punctuation.
  folded     text not null check (folded <> ''),
  -- The agency that stated it last.
  agency_key text not null,
  -- Publications of the first and the last article that states it.
  first_seen timestamptz not null,
  last_seen  timestamptz not null,
  primary key (entity_id, folded)
);

alter table name_sightings add column office text;
comment on column name_sightings.office is 'The office beside the name of a person; null when the text states none.';
