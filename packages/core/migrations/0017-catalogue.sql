-- The source of a theme's or agency's name: the catalogue in code, an operator, or only news. Existing rows keep their
-- names. A row whose name equals its code was never named.
alter table themes add column source text not null default 'catalogue'
  check (source in ('catalogue', 'operator', 'news'));
alter table themes alter column source set default 'news';
update themes set source = 'news' where label = code;

alter table agencies add column source text not null default 'catalogue'
  check (source in ('catalogue', 'operator', 'news'));
alter table agencies alter column source set default 'news';
update agencies set source = 'news' where name = key;

alter table themes add column reindex_after text;
alter table agencies add column reindex_after text;
comment on column themes.reindex_after is
  'The last article made due for the index since the label changed, in the order of ids: '''' before the first, null when none is left.';
comment on column agencies.reindex_after is 'As in themes, for the name.';

-- The themes that readers see. A code known only from news stays with its article; only operators see it.
create view known_themes as
  select code, label, level, parent_code from themes where source <> 'news';
