-- no transaction
create index concurrently article_entities_newest on article_entities
  (entity_id, published_at desc, unique_id collate "C" desc);
