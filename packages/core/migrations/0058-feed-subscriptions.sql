-- Subscriptions of programs to feeds (WebSub). The rows are the truth: what a subscriber has not got is pushed again.
create table feed_subscriptions (
  id             text primary key,
  topic          text not null,
  callback       text not null,
  -- Hash of the network from which the subscription was asked for.
  network        text not null,
  -- Of a verified subscription.
  secret         text,
  lease_until    timestamptz,
  -- Digest of the page that the subscriber has; null before the first.
  delivered      text,
  attempts       int not null default 0,
  due_at         timestamptz not null default now(),
  -- The request that is to be verified; null when there is none.
  asked          text check (asked in ('subscribe', 'unsubscribe')),
  asked_at       timestamptz,
  asked_secret   text,
  asked_seconds  int,
  asked_attempts int not null default 0,
  asked_due_at   timestamptz,
  unique (topic, callback)
);
create index feed_subscriptions_asked on feed_subscriptions (asked_due_at) where asked is not null;
create index feed_subscriptions_network on feed_subscriptions (network);
