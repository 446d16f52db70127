-- Keys of agencies that a recorte excludes: articles of none of them.
alter table recortes add column exclude_agencies text[] not null default '{}';
