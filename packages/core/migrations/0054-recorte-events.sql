-- What a recorte brings: new articles, edits of articles, removals by their sites. Recortes of before bring new articles.
alter table recortes add column events text[] not null default '{PUBLISHED}'
  check (events <@ '{PUBLISHED,EDITED,REMOVED}' and cardinality(events) > 0);

-- Position of the last event of the log that a release of the clipping has considered. The next release begins after it,
-- so that each event is in one release. Null while no recorte brings edits or removals.
alter table clippings add column changes_until bigint;

-- The edits and removals of a release, written in its transaction.
create table release_changes (
  release_id   text not null references releases (id) on delete cascade,
  unique_id    text not null references articles (unique_id) on delete cascade,
  kind         text not null check (kind in ('edited', 'removed')),
  -- The last event that the row tells, and when it was recorded.
  position     bigint not null,
  at           timestamptz(3) not null,
  -- Of an edit: the versions that it compares, its grade, and the words of its most serious place.
  from_version int,
  to_version   int,
  grade        text,
  words_before text,
  words_after  text,
  primary key (release_id, unique_id, kind)
);
-- Finds the words of an article that is erased.
create index release_changes_article on release_changes (unique_id);
