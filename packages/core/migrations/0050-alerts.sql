-- An alert is a clipping of an address without an account. Its author is the service's own user `pauta-alerts`, its
-- address is the only extra address of the author's subscription, and its consent is the row in address_consents.
create table alerts (
  subscription_id text primary key references subscriptions (id) on delete cascade,
  -- The key of the address in the links of mails: all alerts of an address are managed by any of its links.
  address_key     text not null,
  created_at      timestamptz not null
);
create index alerts_address on alerts (address_key, created_at);
-- For the purge of requests that nobody confirmed.
create index alerts_created on alerts (created_at);

-- How often a network asked for alerts and changed alerts on a day. The purge removes old days.
create table alert_attempts (
  -- Hash of the network with the key of this installation.
  network text not null,
  action  text not null check (action in ('request', 'change')),
  -- In local time.
  day     date not null,
  count   int not null,
  primary key (day, action, network)
);
