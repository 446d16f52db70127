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

/** The growth of an entity's coverage in the last week, computed by the job rank-entities. */
export interface TrendingEntity extends EntityName {
  trendingScore: number
  volumeRatio: number
  /** Articles and agencies of the week. */
  windowCount: number
  windowAgencies: number
  /** Articles and agencies of the four weeks before; null in rows older than these columns. */
  baselineCount: number | null
  baselineAgencies: number | null
  computedAt: Date
}

/** Lists the entities of the last ranking, highest score first. */
export async function listTrendingEntities(db: Db, limit: number): Promise<TrendingEntity[]> {
  return await db<TrendingEntity[]>`
    select e.entity_id, e.canonical_name, e.type, e.wikidata_id, t.trending_score, t.volume_ratio, t.window_count,
      t.window_agencies, t.baseline_count, t.baseline_agencies, t.computed_at
    from trending_entities t join entities e using (entity_id)
    order by t.trending_score desc, t.window_count desc, e.entity_id collate "C"
    limit ${limit}`
}
