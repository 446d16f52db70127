-- A stage may keep what happened to articles for some months alone. By default it is kept for ever.

alter table articles add column versions_dropped int not null default 0 check (versions_dropped >= 0);
comment on column articles.versions_dropped is
  'The last version that the retention dropped: numbers of later versions go on from it.';
create index article_versions_replaced on article_versions (replaced_at, number);

-- Drops the partitions of the log of months that ended by an instant. Waits three seconds at most for readers and writers.
create function drop_article_event_months(ended_by timestamptz) returns int
  language plpgsql set lock_timeout = '3s' as $$
declare
  dropped int := 0;
  month regclass;
begin
  for month in
    select inhrelid::regclass from pg_inherits
    where inhparent = 'article_events'::regclass and inhrelid::regclass::text ~ '^article_events_\d{4}_\d{2}$'
  loop
    continue when (to_date(right(month::text, 7), 'YYYY_MM') + interval '1 month')::date::timestamptz > ended_by;
    execute format('drop table %s', month);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
