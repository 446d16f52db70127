-- no transaction
-- Ties between related entities are ordered by bytes, so that the same entities are cut off in every locale.
create index concurrently entity_edges_strongest on entity_edges (src, weight desc, dst collate "C");
