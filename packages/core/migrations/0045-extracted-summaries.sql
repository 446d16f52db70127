-- A summary for everyone: sentences of the article, where neither its site nor a language model gave a summary.

alter table articles add column extracted_summary text check (extracted_summary <> '');
comment on column articles.extracted_summary is
  'One or two sentences of the article, chosen by the step enrich. Readers get them only where `summary` is null.';
