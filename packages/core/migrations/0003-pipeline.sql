-- One row per article and step records whether the step is due, done or failed. Messages only start the workers.

create table pipeline_steps (
  unique_id    text not null references articles (unique_id) on delete cascade,
  step         text not null check (step in ('enrich', 'embed', 'index')),
  status       text not null default 'due' check (status in ('due', 'done', 'failed')),
  content_hash text,
  version      bigint not null default 1,
  attempts     int not null default 0,
  error        text,
  due_at       timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (unique_id, step)
);
comment on column pipeline_steps.version is
  'Raised by each change that makes the step due, so that a worker only settles the version it has read.';
create index pipeline_steps_open on pipeline_steps (step, status, due_at) where status <> 'done';
