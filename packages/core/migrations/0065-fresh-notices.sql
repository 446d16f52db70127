-- no transaction
-- The index of notices with the new kind. The statements of the release before use it, too: they ask for fewer kinds.
create index concurrently deliveries_fresh_notices on deliveries (due_at)
  where woken_at is null and status = 'pending'
    and kind in ('channel-off', 'clipping-ended', 'clipping-changed', 'confirmation', 'telegram-moved');
