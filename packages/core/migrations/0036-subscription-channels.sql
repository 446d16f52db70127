-- The channels of a subscription are rows, so that a new channel needs no column. The code has the list of channels.
create table subscription_channels (
  subscription_id text not null references subscriptions (id) on delete cascade,
  channel         text not null,
  -- False: the subscriber gave a URL and switched the channel off.
  active          boolean not null default true,
  -- The URL that the subscriber gave. Null: the address belongs to the account, or the channel waits for its URL.
  address         text,
  -- Signs what the URL receives; null where the channel signs nothing.
  secret          text check (secret is null or address is not null),
  primary key (subscription_id, channel)
);

insert into subscription_channels (subscription_id, channel, active, address, secret)
select s.id, c.channel, c.active, c.address, c.secret
from subscriptions s
cross join lateral (values
  ('email', s.email, null, null), ('telegram', s.telegram, null, null), ('push', s.push, null, null),
  ('webhook', s.webhook, s.webhook_url, s.webhook_secret)) as c (channel, active, address, secret)
where c.active or c.address is not null;

alter table deliveries drop constraint deliveries_channel_check;
alter table channel_pauses drop constraint channel_pauses_channel_check;
alter table channel_failures drop constraint channel_failures_channel_check;

-- The code of the release before reads and writes the columns of `subscriptions`. Until the next release, whose first
-- migration drops the two triggers, their functions and the six columns, each side gets what the other one writes.
create function copy_columns_to_channels() returns trigger language plpgsql as $$
begin
  delete from subscription_channels
  where subscription_id = new.id and channel in ('email', 'telegram', 'push', 'webhook');
  insert into subscription_channels (subscription_id, channel, active, address, secret)
  select new.id, c.channel, c.active, c.address, c.secret
  from (values
    ('email', new.email, null, null), ('telegram', new.telegram, null, null), ('push', new.push, null, null),
    ('webhook', new.webhook, new.webhook_url, new.webhook_secret)) as c (channel, active, address, secret)
  where c.active or c.address is not null;
  return null;
end $$;
create trigger copy_columns_to_channels
  after insert or update of email, telegram, push, webhook, webhook_url, webhook_secret on subscriptions
  for each row when (pg_trigger_depth() = 0) execute function copy_columns_to_channels();

create function copy_channels_to_columns() returns trigger language plpgsql as $$
begin
  update subscriptions s set
    email = coalesce(c.active ->> 'email', 'false')::boolean,
    telegram = coalesce(c.active ->> 'telegram', 'false')::boolean,
    push = coalesce(c.active ->> 'push', 'false')::boolean,
    webhook = coalesce(c.active ->> 'webhook', 'false')::boolean,
    webhook_url = c.url,
    webhook_secret = c.secret
  from (
    select jsonb_object_agg(channel, active) as active, max(address) filter (where channel = 'webhook') as url,
      max(secret) filter (where channel = 'webhook') as secret
    from subscription_channels where subscription_id = coalesce(new.subscription_id, old.subscription_id)) c
  where s.id = coalesce(new.subscription_id, old.subscription_id);
  return null;
end $$;
create trigger copy_channels_to_columns after insert or update or delete on subscription_channels
  for each row when (pg_trigger_depth() = 0) execute function copy_channels_to_columns();
