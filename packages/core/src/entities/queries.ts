import type { Db } from '@pauta/platform/database/database'
import type { EntityType } from './entity-record.ts'

/** The identity of an entity, for references to it. */
export interface EntityName {
  entityId: string
  canonicalName: string
  type: EntityType
  wikidataId: string | null
}

/** An entity with its other names. */
export interface EntityProfile extends EntityName {
  /** All names except the canonical one, in the registry's order. */
  aliases: string[]
  description: string | null
  /** Key of the agency in the catalogue; agencies only. */
  agencyKey: string | null
}

/** SQL: the other names of an entity. Use with the alias `e` of entities. */
export const otherNames = (db: Db) => db`
  array(
    select n.alias from entity_aliases n
    where n.entity_id = e.entity_id and n.position > 0
    order by n.position
  )`

/** Returns an entity by id, or undefined. */
export async function findEntity(db: Db, entityId: string): Promise<EntityProfile | undefined> {
  const [entity] = await db<EntityProfile[]>`
    select e.entity_id, e.canonical_name, e.type, e.wikidata_id, e.description, e.agency_key,
      ${otherNames(db)} as aliases
    from entities e where e.entity_id = ${entityId}`
  return entity
}

/** Returns names of entities by id. Skips unknown ids. */
export async function listEntityNames(
  db: Db,
  entityIds: readonly string[],
): Promise<Map<string, EntityName>> {
  const rows = await db<EntityName[]>`
    select entity_id, canonical_name, type, wikidata_id from entities where entity_id = any(${[...entityIds]})`
  return new Map(rows.map((row) => [row.entityId, row]))
}
