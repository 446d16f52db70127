-- What of the news is in the public dataset, and in which of its files. The rows say what each file should hold; the
-- versions say what the two hosts were last given, so that whatever was interrupted is carried on.

create table dataset_shards (
  path            text primary key,
  -- The local day for which it was made; articles that came late for earlier days are in it too.
  day             date not null,
  -- Raised whenever what it should hold changes.
  version         int not null default 1,
  full_version    int not null default 0,
  reduced_version int not null default 0,
  created_at      timestamptz not null
);

create table dataset_rows (
  unique_id  text primary key references articles (unique_id) on delete cascade,
  -- Null: in a file that somebody else has uploaded, or in none.
  shard_path text references dataset_shards (path),
  -- Since when it is known to be in no file, because it was taken down.
  removed_at timestamptz,
  noted_at   timestamptz not null,
  check (removed_at is null or shard_path is null)
);
create index dataset_rows_shard on dataset_rows (shard_path);
-- The daily look for what was taken down reads these few instead of every article.
create index articles_taken_down on articles (unique_id) where deleted_at is not null;
