-- Codes of states that a recorte selects: articles that speak of one of them.
alter table recortes add column states text[] not null default '{}';
