-- Entities of the registry that a recorte selects: articles that mention one of them.
alter table recortes add column entity_canonical text[] not null default '{}';
