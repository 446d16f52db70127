-- Themes have five sources. Earlier code reads `theme_model` alone: a value there means that any label may replace it,
-- so themes of the classifier have one too.

alter table articles
  add column theme_source     text check (theme_source in ('operator', 'site', 'model', 'learned', 'rules')),
  add column theme_confidence real check (theme_confidence between 0 and 1);
comment on column articles.theme_source is
  'Who chose the themes. Null in rows of earlier code: a model if theme_model is set, else the site.';
comment on column articles.theme_confidence is
  'Probability of the level-1 theme by the built-in classifier; null for other sources.';

-- Articles whose theme the next training decides again.
create index articles_built_in_theme on articles (unique_id)
  where deleted_at is null and (most_specific_theme_code is null or theme_source in ('learned', 'rules'));

-- What the job learn-themes has learned. Weights are in the bucket.
create table theme_models (
  version           text primary key check (version <> ''),
  trained_at        timestamptz not null,
  object_key        text not null,
  -- Labelled articles that were learned from, and those kept for the measure.
  learned_articles  int not null check (learned_articles >= 0),
  measured_articles int not null check (measured_articles >= 0),
  -- Share of the kept articles whose theme was found, by level; null when no kept article has the level.
  accuracy_l1       real,
  accuracy_l2       real,
  -- False: worse than the model before, which stays in use.
  in_use            boolean not null
);
create index theme_models_trained on theme_models (trained_at desc);

alter table incidents drop constraint incidents_kind_check;
alter table incidents add constraint incidents_kind_check check (kind in
  ('agency-unread', 'step-late', 'job-failed', 'dead-letters', 'deliveries-late', 'index-unhealthy', 'accuracy-fell'));
