-- Names of private people who asked to be removed. No article's features keep them, and no entity is made of them.

create table removed_people (
  folded     text primary key check (folded <> ''),
  removed_at timestamptz not null default now()
);
comment on table removed_people is 'Folded: without case, accents and punctuation.';
