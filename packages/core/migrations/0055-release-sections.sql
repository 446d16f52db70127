-- The first articles of each recorte of a release, for messages that list a few of every recorte. Null for a release of one
-- recorte, and of earlier versions.
alter table releases add column sections jsonb check (jsonb_typeof(sections) = 'array');
