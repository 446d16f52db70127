-- Releases and notices to people. The ledger has one row per release, subscription, channel and address. Messages
-- contain
-- only ids of its rows.

-- One statement writes the rows of a whole fan-out, so the statement creates their ids. A ULID is ten characters of
-- time,
-- which the caller passes once for all rows, and sixteen random characters in Crockford's base 32. The first digits of
-- base 32 are those of base 16, so 64 random bits come from the parts of UUIDs without a version. An SQL expression, so
-- that PostgreSQL inlines it.
create function new_ulid(time_part text) returns text
  language sql volatile parallel safe
  return time_part || upper(right(gen_random_uuid()::text, 12) || left(gen_random_uuid()::text, 4));

create table deliveries (
  id              text primary key,
  -- Null for messages without a release: a push for new articles, a notice that a clipping ended, a question for
  -- consent.
  release_id      text references releases (id) on delete cascade,
  subscription_id text references subscriptions (id) on delete cascade,
  user_id         text not null references users (id) on delete cascade,
  kind            text not null default 'release' check (kind in
    ('release', 'new-articles', 'clipping-ended', 'confirmation')),
  channel         text not null check (channel in ('email', 'telegram', 'push', 'webhook')),
  -- E-mail address, chat id, push endpoint or webhook URL; replaced by its hash after 90 days.
  address         text not null,
  -- The contents of a message without a release.
  payload         jsonb,
  status          text not null default 'pending' check (status in
    ('pending', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  -- Hand-offs begun, except those that the provider deferred for all of our messages.
  attempts        int not null default 0,
  -- Hand-offs without an answer, on channels where a second send may double the message.
  unclear         int not null default 0,
  -- End of the claim. A row that is still 'sending' after this instant belongs to a crashed worker.
  lease_until     timestamptz,
  -- Not before this instant: back-off, or the delay that the provider asked for. Null: never again, in any status.
  due_at          timestamptz default now(),
  woken_at        timestamptz,
  -- The provider's id of the message, if it returns one.
  provider_id     text,
  error           text,
  sent_at         timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create unique index deliveries_once on deliveries (release_id, subscription_id, channel, address)
  where release_id is not null;
create index deliveries_open on deliveries (channel, due_at) where status in ('pending', 'sending', 'unknown');
create index deliveries_subscription on deliveries (subscription_id, channel, created_at desc);
create index deliveries_failed on deliveries (updated_at desc) where status = 'failed';
create index deliveries_created on deliveries (created_at);
-- Rows whose address the purge must still hash.
create index deliveries_addressed on deliveries (created_at) where address not like 'sha256:%';
create index deliveries_user on deliveries (user_id);

-- The other parts of the digest, written with the release and read for its mails; null for an imported release.
alter table releases
  add column digest_subject text,
  add column digest_text text;

-- Channels that pause until an instant because their provider asked for it.
create table channel_pauses (
  channel      text primary key check (channel in ('email', 'telegram', 'push', 'webhook')),
  paused_until timestamptz not null,
  reason       text not null
);

-- Addresses that get no mail from us, for any sender: hard bounces and complaints. Lower case.
create table suppressed_addresses (
  address    text primary key,
  reason     text not null check (reason in ('bounce', 'complaint')),
  created_at timestamptz not null default now()
);

-- Whether the owner of an extra address agreed to a clipping's digests.
create table address_consents (
  subscription_id text not null references subscriptions (id) on delete cascade,
  address         text not null,
  status          text not null default 'asked' check (status in ('asked', 'confirmed', 'refused')),
  asked_at        timestamptz not null default now(),
  answered_at     timestamptz,
  primary key (subscription_id, address)
);

-- Consecutive failures of a channel of a subscription. Five failures switch the channel off.
create table channel_failures (
  subscription_id text not null references subscriptions (id) on delete cascade,
  channel         text not null check (channel in ('email', 'telegram', 'push', 'webhook')),
  failed_releases int not null default 0,
  last_release_id text,
  disabled_at     timestamptz,
  reason          text,
  primary key (subscription_id, channel)
);
