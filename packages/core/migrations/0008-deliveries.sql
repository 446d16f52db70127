-- A release on its way to people. The ledger has one row per release, subscription, channel and address; messages carry
-- ids of its rows and nothing else.

-- The rows of a whole fan-out are written by one statement, which mints their ids itself. A ULID is ten characters of
-- time, which the caller gives once for all, and sixteen of chance in Crockford's base 32, whose first digits are those
-- of base 16: 64 bits are drawn, from parts of UUIDs that have no version in them. An expression, so that it is inlined.
create function new_ulid(time_part text) returns text
  language sql volatile parallel safe
  return time_part || upper(right(gen_random_uuid()::text, 12) || left(gen_random_uuid()::text, 4));

create table deliveries (
  id              text primary key,
  -- Null for what no release makes: a push for new articles, a notice that a clipping ended, a question for consent.
  release_id      text references releases (id) on delete cascade,
  subscription_id text references subscriptions (id) on delete cascade,
  user_id         text not null references users (id) on delete cascade,
  kind            text not null default 'release' check (kind in
    ('release', 'new-articles', 'clipping-ended', 'confirmation')),
  channel         text not null check (channel in ('email', 'telegram', 'push', 'webhook')),
  -- E-mail address, chat id, push endpoint or webhook URL; a hash of it 90 days later.
  address         text not null,
  -- What is sent where there is no release to read it from.
  payload         jsonb,
  status          text not null default 'pending' check (status in
    ('pending', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  -- Hand-offs begun, but for those that the provider put off for all of our messages.
  attempts        int not null default 0,
  -- Hand-offs whose answer never came, on channels where sending again may double the message.
  unclear         int not null default 0,
  -- A claimed row is worked on until then; a row that is still 'sending' later met a crash.
  lease_until     timestamptz,
  -- Not before then: back-off, or what the provider asked for. Null: never again, whatever its status.
  due_at          timestamptz default now(),
  woken_at        timestamptz,
  -- The provider's id of the message, where it gives one.
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
-- What the purge has still to hash.
create index deliveries_addressed on deliveries (created_at) where address not like 'sha256:%';
create index deliveries_user on deliveries (user_id);

-- The digest's other halves, written with it and read when its mails are; null for an imported release.
alter table releases
  add column digest_subject text,
  add column digest_text text;

-- A channel that its provider asked us to leave alone until then.
create table channel_pauses (
  channel      text primary key check (channel in ('email', 'telegram', 'push', 'webhook')),
  paused_until timestamptz not null,
  reason       text not null
);

-- Addresses that get no mail from us, whoever asks: hard bounces and complaints. Lower case.
create table suppressed_addresses (
  address    text primary key,
  reason     text not null check (reason in ('bounce', 'complaint')),
  created_at timestamptz not null default now()
);

-- Whether an address that is not its user's own agreed to get a clipping's digests.
create table address_consents (
  subscription_id text not null references subscriptions (id) on delete cascade,
  address         text not null,
  status          text not null default 'asked' check (status in ('asked', 'confirmed', 'refused')),
  asked_at        timestamptz not null default now(),
  answered_at     timestamptz,
  primary key (subscription_id, address)
);

-- Failures of a channel of a subscription in a row; five switch it off.
create table channel_failures (
  subscription_id text not null references subscriptions (id) on delete cascade,
  channel         text not null check (channel in ('email', 'telegram', 'push', 'webhook')),
  failed_releases int not null default 0,
  last_release_id text,
  disabled_at     timestamptz,
  reason          text,
  primary key (subscription_id, channel)
);
