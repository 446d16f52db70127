-- Which addresses were asked for their consent, apart from subscriptions: a deleted clipping does not make its addresses
-- new. The table has hashes instead of addresses, with a key of this installation, so that nobody can look an address up
-- in a copy of the table.

create table consent_hash_key (
  id  boolean primary key default true check (id),
  key bytea not null
);
insert into consent_hash_key (key) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- The hash of an address in lower case.
create function consent_hash(address text) returns text
  language sql stable parallel safe
  return (select encode(sha256(key || convert_to(address, 'UTF8')), 'hex') from consent_hash_key);

-- The mailbox of an address in lower case: `ana+pauta@exemplo.com` is delivered to `ana@exemplo.com`.
create function mailbox_of(address text) returns text
  language sql immutable parallel safe
  return regexp_replace(address, '\+.*(?=@[^@]*$)', '');

create table consent_questions (
  id           bigint generated always as identity primary key,
  -- Null after the user was erased: the row then only counts for the day of its mailbox.
  user_id      text references users (id) on delete set null,
  address_hash text not null,
  mailbox_hash text not null,
  asked_at     timestamptz not null,
  -- The last answer. It also holds for later clippings of the person.
  status       text not null default 'asked' check (status in ('asked', 'confirmed', 'refused')),
  unique (user_id, address_hash)
);
create index consent_questions_mailbox on consent_questions (mailbox_hash, asked_at);
create index consent_questions_orphans on consent_questions (asked_at) where user_id is null;

insert into consent_questions (user_id, address_hash, mailbox_hash, asked_at, status)
select distinct on (s.user_id, c.address) s.user_id, consent_hash(c.address), consent_hash(mailbox_of(c.address)),
  c.asked_at, c.status
from address_consents c join subscriptions s on s.id = c.subscription_id
order by s.user_id, c.address, c.answered_at desc nulls last;
