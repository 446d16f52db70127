-- Always empty: /ready inserts rows and rolls back, to check that the database accepts writes.
create table write_probe (payload text not null);
-- Uncompressed and inline, so that a row needs its full size on disk.
alter table write_probe alter column payload set storage plain;
