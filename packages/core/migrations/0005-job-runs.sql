-- The state of each run of each job. Job, target and scheduled time identify a run.

create table job_runs (
  job            text not null,
  -- The target of the run, such as an agency; '' for a job without targets.
  target         text not null default '',
  scheduled_time timestamptz not null,
  -- waiting: a later message, after the back-off, tries again.
  status         text not null check (status in ('running', 'waiting', 'succeeded', 'failed', 'skipped')),
  attempts       int not null default 0,
  parameters     jsonb not null default '{}' check (jsonb_typeof(parameters) = 'object'),
  started_at     timestamptz,
  finished_at    timestamptz,
  lease_until    timestamptz,
  progress       jsonb,
  result         jsonb,
  error          text,
  updated_at     timestamptz not null default now(),
  primary key (job, target, scheduled_time)
);
comment on column job_runs.attempts is 'Raised by each start; only the holder of the latest one may write to the run.';
comment on column job_runs.error is 'Why the last attempt failed, or why the run was skipped.';
create index job_runs_open on job_runs (job, target) where status in ('running', 'waiting');
create index job_runs_updated on job_runs (updated_at);

alter table pipeline_steps add column woken_at timestamptz;
comment on column pipeline_steps.woken_at is 'When the sweep last sent a wake-up for it, so that it does not flood a busy queue.';
