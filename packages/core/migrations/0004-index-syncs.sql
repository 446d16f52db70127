-- The progress of a sync of the index, so that an interrupted sync continues instead of starting again.

create table index_syncs (
  id            text primary key,
  -- NULL start_date: a full sync into a collection of its own.
  start_date    date,
  collection    text not null,
  model         text not null,
  started_at    timestamptz not null,
  phase         text not null check (phase in ('fill', 'replay', 'done')),
  position_at   timestamptz,
  position_id   text,
  written       bigint not null default 0,
  refused       bigint not null default 0,
  owner         text not null,
  lease_until   timestamptz not null,
  finished_at   timestamptz
);
create index index_syncs_open on index_syncs (started_at) where finished_at is null;
