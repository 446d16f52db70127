-- Erasures of words for legal reasons.

alter table articles
  add column erasure_reason text check (char_length(erasure_reason) between 1 and 500),
  add column words_erased_at timestamptz;
comment on column articles.erased_at is
  'When an operator ordered the erasure for legal reasons: from then on nothing writes or shows the words. The row stays.';
comment on column articles.words_erased_at is
  'When the words were gone from every store. Null after erased_at: the erasure was interrupted, and its command continues it.';
comment on column articles.erasure_reason is 'Why, in the operator''s words. No reader sees it.';
