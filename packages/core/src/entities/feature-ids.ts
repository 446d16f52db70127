import type { Features } from '../articles/article.ts'

/** Ids that the registry accepts: a Wikidata id, or `dgb_` and a ULID. A constraint of the table checks the same. */
const ENTITY_ID = /^(Q[0-9]{1,18}|dgb_[0-9A-HJKMNP-TV-Z]{26})$/

/** Whether a text is a valid entity id. */
export function isEntityId(value: string): boolean {
  return ENTITY_ID.test(value)
}

const idsOf = (items: unknown): string[] =>
  Array.isArray(items)
    ? items.flatMap((item: { canonical_id?: unknown } | null) =>
        typeof item?.canonical_id === 'string' ? [item.canonical_id] : [],
      )
    : []

/** Returns all entity ids in the mentions and annotations of features. */
export function listEntityIds(features: Features): string[] {
  return [...new Set([...idsOf(features.entities), ...idsOf(features.content_annotations)])]
}

/** Returns features with replaced entity ids. `into` maps old ids to new ids. */
export function replaceEntityIds(features: Features, into: ReadonlyMap<string, string>): Features {
  const replace = <Item extends { canonical_id?: string | null }>(item: Item): Item => {
    const id = item?.canonical_id ? into.get(item.canonical_id) : undefined
    return id === undefined ? item : { ...item, canonical_id: id }
  }
  const { entities, content_annotations: annotations } = features
  return {
    ...features,
    ...(Array.isArray(entities) && { entities: entities.map(replace) }),
    ...(Array.isArray(annotations) && { content_annotations: annotations.map(replace) }),
  }
}
