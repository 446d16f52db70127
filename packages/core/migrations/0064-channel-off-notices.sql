-- Notices that a channel was switched off. Old rows have one of the earlier kinds, so nothing is checked.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check check (kind in
  ('release', 'new-articles', 'channel-off', 'clipping-ended', 'clipping-changed', 'confirmation', 'telegram-moved'))
  not valid;
