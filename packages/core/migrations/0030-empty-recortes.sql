-- A draft may be saved before its filters are chosen. A recorte without filters captures nothing.
alter table recortes drop constraint recortes_check;
