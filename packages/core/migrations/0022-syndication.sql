-- When an article changed for readers, and words that a recorte excludes.

-- Feeds report this instant as `updated`. `updated_at` also moves with view counts and vectors.
alter table articles add column changed_at timestamptz;
comment on column articles.changed_at is
  'When a text, address, date, category, theme or agency last changed after the article was first stored. Null: never.';

alter table recortes add column exclude_keywords text[] not null default '{}';
