-- requires: vector
-- A table of its own: a row with 768 numbers is 3 KB, which most reads of articles do not need. A database without
-- pgvector (a benchmark on a plain PostgreSQL) skips this migration.

create extension if not exists vector;

create table article_embeddings (
  unique_id    text primary key references articles (unique_id) on delete cascade,
  model        text not null,
  content_hash text,
  embedding    vector(768) not null,
  updated_at   timestamptz not null default now()
);
comment on column article_embeddings.model is 'Vectors of different models are never compared.';
