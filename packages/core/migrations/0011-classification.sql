-- A language model is an optional second source of theme and summary. The request to the model is a step of its own.

alter table articles
  add column summary_model text check (summary_model <> ''),
  add column theme_model   text check (theme_model <> '');
comment on column articles.summary_model is
  'The language model that wrote the summary; null when the summary is the agency''s own, or missing.';
comment on column articles.theme_model is
  'The language model that chose the themes; null when they are the agency''s own, or missing.';

alter table pipeline_steps drop constraint pipeline_steps_step_check;
alter table pipeline_steps add constraint pipeline_steps_step_check
  check (step in ('enrich', 'classify', 'embed', 'index'));
