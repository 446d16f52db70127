-- Notices that a followed clipping changed. Old rows have one of the earlier kinds, so nothing is checked.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check check (kind in
  ('release', 'new-articles', 'clipping-ended', 'clipping-changed', 'confirmation', 'telegram-moved')) not valid;

drop index deliveries_unwoken_notices;
create index deliveries_unwoken_notices on deliveries (due_at)
  where woken_at is null and status = 'pending'
    and kind in ('clipping-ended', 'clipping-changed', 'confirmation', 'telegram-moved');
-- Finds the last notice of a clipping to a subscription: at most one in 24 hours.
create index deliveries_changes on deliveries (subscription_id, created_at desc) where kind = 'clipping-changed';
