-- Our public key with which the push service last took a push for this browser, which is bound to it. Null: none yet.
alter table push_subscriptions add column sender_key text;
