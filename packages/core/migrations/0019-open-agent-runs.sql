-- Each new run counts the open runs of the whole stage.
create index agent_runs_open on agent_runs (started_at) where ended_at is null;
