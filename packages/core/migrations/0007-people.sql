-- People, and what they save, subscribe to and publish. Constraints guard the rules; every change of state is one
-- transaction. Ids are ULIDs.

create table users (
  id             text primary key,
  -- Shown to others; never an e-mail.
  name           text,
  username       text,
  email          text,
  email_verified boolean not null default false,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
create index users_verified_email on users (lower(email)) where email_verified;

-- The accounts at issuers with which a user logs in.
create table identities (
  issuer       text not null,
  subject      text not null,
  user_id      text not null references users (id) on delete cascade,
  -- When the issuer was last asked for claims that the token lacks.
  refreshed_at timestamptz,
  created_at   timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

create table clippings (
  id              text primary key,
  author_user_id  text not null references users (id) on delete cascade,
  name            text not null check (char_length(name) between 1 and 100),
  description     text check (char_length(description) <= 500),
  prompt          text check (char_length(prompt) <= 2000),
  schedule        text not null,
  -- Legacy HH:MM: stored and returned, without effect.
  schedule_time   text,
  start_date      date,
  end_date        date check (end_date >= start_date),
  include_history boolean not null default false,
  active          boolean not null default true,
  -- Decides when the next release is due; null: never.
  next_run_at     timestamptz,
  -- When the sweep last sent a message for an overdue run.
  woken_at        timestamptz,
  -- All articles that became searchable before this instant were delivered or skipped; null before the first run.
  delivered_until timestamptz,
  -- Time of the last manual send request, and of the last request that a run completed.
  sent_at         timestamptz,
  answered_at     timestamptz,
  cloned_from     text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create index clippings_author on clippings (author_user_id, created_at desc);
create index clippings_due on clippings (next_run_at) where next_run_at is not null;

create table recortes (
  id          text primary key,
  clipping_id text not null references clippings (id) on delete cascade,
  position    smallint not null,
  title       text not null check (char_length(title) between 1 and 100),
  themes      text[] not null default '{}',
  agencies    text[] not null default '{}',
  keywords    text[] not null default '{}',
  unique (clipping_id, position) deferrable initially deferred,
  check (cardinality(themes) + cardinality(agencies) + cardinality(keywords) > 0)
);

create table subscriptions (
  id            text primary key,
  clipping_id   text not null references clippings (id) on delete cascade,
  user_id       text not null references users (id) on delete cascade,
  role          text not null check (role in ('AUTHOR', 'SUBSCRIBER')),
  email         boolean not null default false,
  telegram      boolean not null default false,
  push          boolean not null default false,
  webhook       boolean not null default false,
  extra_emails  text[] not null default '{}',
  webhook_url   text,
  webhook_secret text check ((webhook_secret is null) = (webhook_url is null)),
  active        boolean not null default true,
  subscribed_at timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  unique (clipping_id, user_id),
  check (not webhook or webhook_url is not null)
);
create unique index subscriptions_author on subscriptions (clipping_id) where role = 'AUTHOR';
create index subscriptions_user on subscriptions (user_id, subscribed_at desc);
-- A fan-out reads the subscribers of a clipping in pages.
create index subscriptions_fan_out on subscriptions (clipping_id, id) where active;

create table releases (
  id             text primary key,
  clipping_id    text not null references clippings (id) on delete cascade,
  clipping_name  text not null,
  digest_html    text not null,
  digest_preview text,
  -- The articles of the stored release page; null for an imported release, whose articles a search returns.
  article_ids    text[],
  articles_count int not null check (articles_count >= 0),
  -- Half-open, by the time articles became searchable.
  window_from    timestamptz,
  window_to      timestamptz,
  ref_time       timestamptz not null,
  since_hours    int,
  release_url    text,
  created_at     timestamptz not null,
  unique (clipping_id, ref_time)
);
create index releases_clipping on releases (clipping_id, created_at desc, id desc);

create table listings (
  id                 text primary key,
  author_user_id     text not null references users (id) on delete cascade,
  -- No foreign key: the row outlives its clipping, so that its owner can still take it down.
  source_clipping_id text not null,
  name               text not null check (char_length(name) between 1 and 100),
  description        text check (char_length(description) <= 500),
  -- [{id, title, themes, agencies, keywords}], as of the last change while the listing was active.
  recortes           jsonb not null check (jsonb_typeof(recortes) = 'array'),
  prompt             text,
  schedule           text,
  like_count         int not null default 0 check (like_count >= 0),
  follower_count     int not null default 0 check (follower_count >= 0),
  clone_count        int not null default 0 check (clone_count >= 0),
  active             boolean not null default true,
  published_at       timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
create unique index listings_one_active on listings (source_clipping_id) where active;
create index listings_page on listings (published_at desc, id) where active;
create index listings_author on listings (author_user_id);

create table listing_likes (
  listing_id text not null references listings (id) on delete cascade,
  user_id    text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (listing_id, user_id)
);
create index listing_likes_user on listing_likes (user_id);

create table push_subscriptions (
  -- An endpoint belongs to the user who synced it last.
  endpoint    text primary key,
  user_id     text not null references users (id) on delete cascade,
  keys_p256dh text not null,
  keys_auth   text not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);

create table push_preferences (
  user_id    text primary key references users (id) on delete cascade,
  agencies   text[] not null default '{}',
  themes     text[] not null default '{}',
  enabled    boolean not null default true,
  -- All articles that became searchable before this instant were pushed or skipped.
  pushed_until timestamptz not null default now(),
  -- When new articles were last pushed; null: never.
  pushed_at  timestamptz,
  updated_at timestamptz not null default now()
);

create table telegram_links (
  user_id   text primary key references users (id) on delete cascade,
  chat_id   text not null unique,
  linked_at timestamptz not null default now()
);
-- Tokens of deep links, valid once.
create table telegram_tokens (
  token_hash text primary key,
  user_id    text not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
-- Per user and minute, for limits on a person's actions. The purge deletes old rows.
create table user_actions (
  user_id text not null references users (id) on delete cascade,
  action  text not null,
  bucket  timestamptz not null,
  count   int not null default 0,
  primary key (user_id, action, bucket)
);
create index user_actions_bucket on user_actions (bucket);
