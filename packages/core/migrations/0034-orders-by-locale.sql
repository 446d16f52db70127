-- Replaced by the two indexes before. Statements of the release before sort the ties of a few rows without them.
drop index entity_edges_order;
drop index article_entities_entity;
