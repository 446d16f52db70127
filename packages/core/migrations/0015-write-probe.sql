-- Always empty: /ready writes a row and rolls it back, to see whether the database can be written.
create table write_probe (payload text not null);
-- Uncompressed and in place, so that a row takes the room that it looks like.
alter table write_probe alter column payload set storage plain;
