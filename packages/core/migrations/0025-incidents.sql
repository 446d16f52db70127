-- What the pages for freshness and for operators show of the past. The sweep writes both tables.

create table incidents (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in
    ('agency-unread', 'step-late', 'job-failed', 'dead-letters', 'deliveries-late', 'index-unhealthy')),
  -- Key of the agency, name of the step, job, queue or channel; '' for the index.
  subject    text not null,
  began_at   timestamptz not null,
  -- Null while it lasts.
  ended_at   timestamptz,
  -- The greatest measure so far: seconds of delay, failed runs or dead letters.
  worst      int not null default 0,
  -- Operators alone see the reason.
  reason     text
);
create unique index incidents_open on incidents (kind, subject) where ended_at is null;
create index incidents_began on incidents (began_at desc);

-- The last measure of each queue of a worker and of its dead letters.
create table queue_depths (
  queue       text primary key,
  waiting     int not null,
  in_flight   int not null,
  dead        int not null,
  -- Of the dead letters that were read: [{"reason": text, "messages": number}].
  reasons     jsonb not null default '[]',
  measured_at timestamptz not null
);

-- A success clears error_kind; these two stay.
alter table scrape_sites add column last_failed_at timestamptz, add column last_failed_kind text;

create index job_runs_failed on job_runs (updated_at desc) where status = 'failed';
