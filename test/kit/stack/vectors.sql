-- What the statements of Pauta use of pgvector, in plain SQL, for a PostgreSQL without it. A vector is its text.
create domain vector as text check (value ~ '^\[[-+0-9.e,]*\]$');

create function vector_dims(v vector) returns int language sql immutable strict
  return cardinality(string_to_array(trim(v, '[]'), ','));

create function cosine_distance(one text, other text) returns float8 language sql immutable strict
  return (
    select 1 - sum(x * y) / nullif(sqrt(sum(x * x)) * sqrt(sum(y * y)), 0)
    from unnest(string_to_array(trim(one, '[]'), ',')::float8[], string_to_array(trim(other, '[]'), ',')::float8[])
      as pair (x, y)
  );

create operator <=> (leftarg = text, rightarg = text, function = cosine_distance);

create table article_embeddings (
  unique_id    text primary key references articles (unique_id) on delete cascade,
  model        text not null,
  content_hash text,
  embedding    vector not null,
  updated_at   timestamptz not null default now()
);

insert into schema_migrations (number, name) values (2, 'embeddings');
