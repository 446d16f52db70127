-- The same release on several sites, and reports of one event, are one story.

create table article_stories (
  unique_id    text primary key references articles (unique_id) on delete cascade,
  story_id     text check (story_id <> ''),
  -- What the keys were made of: another text, time or version of the method makes them anew.
  content_hash text,
  published_at timestamptz not null,
  version      smallint not null,
  keys         int[] not null
);
comment on table article_stories is 'The row of an article appears with its step enrich.';
comment on column article_stories.story_id is 'Null while no other article is of the same story.';
comment on column article_stories.keys is
  'Bands of minimum hashes in a span of days. Two articles without a common key are not compared.';

create index article_stories_story on article_stories (story_id) where story_id is not null;
-- Searches would read the whole list of pending entries.
create index article_stories_keys on article_stories using gin (keys) with (fastupdate = off);
