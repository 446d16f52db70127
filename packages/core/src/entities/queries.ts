import type { Db } from '@pauta/platform/database/database'
import type { EntityType } from './entity-record.ts'

/** An entity as others refer to it. */
export interface EntityName {
  entityId: string
  canonicalName: string
  type: EntityType
  wikidataId: string | null
}

/** An entity with its other names. */
export interface EntityProfile extends EntityName {
  /** Every name but the canonical one, in the registry's order. */
  aliases: string[]
  description: string | null
  /** For an agency of the catalogue. */
  agencyKey: string | null
}

/** The other names of an entity; goes with the alias `e` of entities. */
export const otherNames = (db: Db) => db`
  array(
    select n.alias from entity_aliases n
    where n.entity_id = e.entity_id and n.position > 0
    order by n.position
  )`

/** The entity of an id, or undefined. */
export async function findEntity(db: Db, entityId: string): Promise<EntityProfile | undefined> {
  const [entity] = await db<EntityProfile[]>`
    select e.entity_id, e.canonical_name, e.type, e.wikidata_id, e.description, e.agency_key,
      ${otherNames(db)} as aliases
    from entities e where e.entity_id = ${entityId}`
  return entity
}

/** Names of entities by id; unknown ids are left out. */
export async function listEntityNames(
  db: Db,
  entityIds: readonly string[],
): Promise<Map<string, EntityName>> {
  const rows = await db<EntityName[]>`
    select entity_id, canonical_name, type, wikidata_id from entities where entity_id = any(${[...entityIds]})`
  return new Map(rows.map((row) => [row.entityId, row]))
}

/** How far the last week of an entity exceeds its usual coverage, as the job rank-entities found it. */
export interface TrendingEntity extends EntityName {
  trendingScore: number
  volumeRatio: number
  /** Articles and agencies of the week. */
  windowCount: number
  windowAgencies: number
  /** Those of the four weeks before; null in rows that are older than these columns. */
  baselineCount: number | null
  baselineAgencies: number | null
  computedAt: Date
}

/** The entities of the last ranking, highest score first. */
export async function listTrendingEntities(db: Db, limit: number): Promise<TrendingEntity[]> {
  return await db<TrendingEntity[]>`
    select e.entity_id, e.canonical_name, e.type, e.wikidata_id, t.trending_score, t.volume_ratio, t.window_count,
      t.window_agencies, t.baseline_count, t.baseline_agencies, t.computed_at
    from trending_entities t join entities e using (entity_id)
    order by t.trending_score desc, t.window_count desc, e.entity_id
    limit ${limit}`
}
