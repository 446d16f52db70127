-- A chat that is linked to another user. It moves when the person in the chat confirms the new link.
create table telegram_moves (
  chat_id    text primary key,
  user_id    text not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index telegram_moves_user on telegram_moves (user_id);

-- Tells an account that its Telegram chat became another's. Old rows have one of the earlier kinds, so nothing is checked.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check check (kind in
  ('release', 'new-articles', 'clipping-ended', 'confirmation', 'telegram-moved')) not valid;

-- Messages without a release are sent as soon as they are written.
create index deliveries_unwoken_notices on deliveries (due_at)
  where woken_at is null and status = 'pending' and kind in ('clipping-ended', 'confirmation', 'telegram-moved');

-- Index for the purge of old releases.
create index releases_made on releases (made_at);
