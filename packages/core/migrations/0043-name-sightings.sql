-- Names of people and organisations that one article alone has. The second article makes an entity of the name.

create table name_sightings (
  type      text not null check (type in ('PER', 'ORG')),
  folded    text not null,
  unique_id text not null references articles (unique_id) on delete cascade,
  primary key (type, folded, unique_id)
);
create index name_sightings_article on name_sightings (unique_id);
comment on table name_sightings is 'Folded: without case, accents and punctuation. The rows of a name go when it becomes an entity.';
