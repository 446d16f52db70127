-- Runs of generateRecortes of the last day. Lambda does not report that a client disconnected, so a run checks here
-- before each step whether it was stopped.
create table agent_runs (
  id         text primary key,
  user_id    text not null references users (id) on delete cascade,
  started_at timestamptz not null,
  -- Null while the run is open, and for ever when its environment crashed: the person's next run stops it.
  ended_at   timestamptz,
  outcome    text check (outcome in ('done', 'error', 'stopped')),
  check ((ended_at is null) = (outcome is null))
);
create index agent_runs_user on agent_runs (user_id, started_at desc, id desc);
