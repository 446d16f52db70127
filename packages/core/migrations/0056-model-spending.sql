-- A language model also names people, places and organisations. What its answers cost is counted by month.

create table model_spending (
  -- The first day of the month, as in Brasília.
  month  date primary key,
  tokens bigint not null default 0 check (tokens >= 0),
  calls  int not null default 0 check (calls >= 0)
);
comment on column model_spending.tokens is
  'Tokens of questions and answers about articles. A call that has not ended yet counts as estimated.';

create table article_model_names (
  unique_id    text primary key references articles (unique_id) on delete cascade,
  -- The text that the model has read. The names count for no other text.
  content_hash text,
  model        text not null check (model <> ''),
  names        jsonb not null check (jsonb_typeof(names) = 'array')
);
comment on table article_model_names is
  'Names that a language model gave and the text has. The step enrich reads them as one of its sources.';
