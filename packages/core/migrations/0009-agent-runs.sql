-- Runs of generateRecortes of the last day. On Lambda nobody hears that a client has gone, so a run asks here before
-- each step whether it is still wanted.
create table agent_runs (
  id         text primary key,
  user_id    text not null references users (id) on delete cascade,
  started_at timestamptz not null,
  -- Null while it runs, and for ever where its environment died: the next runs of the person stop it.
  ended_at   timestamptz,
  outcome    text check (outcome in ('done', 'error', 'stopped')),
  check ((ended_at is null) = (outcome is null))
);
create index agent_runs_user on agent_runs (user_id, started_at desc, id desc);
