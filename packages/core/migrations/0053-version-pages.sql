-- When a replaced version was last seen: the page that showed it is found by this time.

alter table article_versions add column version_at timestamptz;
comment on column article_versions.version_at is
  'version_at of the row when the version was replaced. Null in versions that were replaced before this column.';
