-- The contents of the public dataset: which article is in which file. The rows define what each file should contain.
-- The versions record what each of the two hosts received last, so that an interrupted export continues.

create table dataset_shards (
  path            text primary key,
  -- The local day of the file. The file also contains articles that arrived late for earlier days.
  day             date not null,
  -- Increased whenever the intended contents change.
  version         int not null default 1,
  full_version    int not null default 0,
  reduced_version int not null default 0,
  created_at      timestamptz not null
);

create table dataset_rows (
  unique_id  text primary key references articles (unique_id) on delete cascade,
  -- Null: in a file that others uploaded, or in none.
  shard_path text references dataset_shards (path),
  -- Since when the article is known to be in no file, because it was taken down.
  removed_at timestamptz,
  noted_at   timestamptz not null,
  check (removed_at is null or shard_path is null)
);
create index dataset_rows_shard on dataset_rows (shard_path);
-- The daily check for taken-down articles reads these few rows instead of every article.
create index articles_taken_down on articles (unique_id) where deleted_at is not null;
