-- A subscription may use the webhook channel before it has an address. Releases skip the channel until then.
alter table subscriptions drop constraint subscriptions_check1;
