-- A wish of the author for a release is a row with a due time: the sweep sends its message again until a release run
-- has dealt with the wish. Null: no wish is open.
alter table clippings add column send_due_at timestamptz;
create index clippings_open_sends on clippings (send_due_at) where send_due_at is not null;

-- The instant at which next_run_at was computed, by the clock of then. An instant in the future shows that this clock was
-- wrong, and that next_run_at has to be computed again.
alter table clippings add column timed_at timestamptz;
create index clippings_latest_instant on clippings (greatest(timed_at, delivered_until, sent_at, answered_at));
