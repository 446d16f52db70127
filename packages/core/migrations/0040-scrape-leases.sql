-- The run that reads a site. Two invocations never read one site at once.

alter table scrape_sites add column held_until timestamptz;
comment on column scrape_sites.held_until is 'A run reads the site; it counts as dead after this time.';
