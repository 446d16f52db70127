-- When the author's manual send is due. The sweep sends its message again until a release run has completed it. Null:
-- no manual send is open.
alter table clippings add column send_due_at timestamptz;
create index clippings_open_sends on clippings (send_due_at) where send_due_at is not null;

-- When next_run_at was computed. An instant in the future shows that the clock was wrong then, so next_run_at must be
-- computed again.
alter table clippings add column timed_at timestamptz;
create index clippings_latest_instant on clippings (greatest(timed_at, delivered_until, sent_at, answered_at));
