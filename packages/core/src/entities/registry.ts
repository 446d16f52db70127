import type { Db, DbPool } from '@pauta/platform/database/database'
import type { EntityRecord, EntityType } from './entity-record.ts'
import { foldName } from '@pauta/platform/text/fold-text'

/** Most entities per call of `seedRegistry`. */
const SEED_MAX_ENTITIES = 10_000

/** Lock for writes to the registry. Two deployments at once would otherwise deadlock on each other's rows. */
const REGISTRY_LOCK = 'entity registry'

/** Allows only one transaction at a time to write the registry, until it ends. */
export async function lockRegistry(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${REGISTRY_LOCK}, 0))`
}

/** A name with its folded form, which searches compare. */
interface NameRow {
  entityId: string
  alias: string
  folded: string
  position: number
}

/** Returns the distinct names of an entity, the canonical one first. Skips names without letters and digits. */
function namesOf(entity: EntityRecord): NameRow[] {
  return [...new Set([entity.canonicalName, ...entity.aliases])]
    .map((alias, position) => ({ entityId: entity.id, alias, folded: foldName(alias), position }))
    .filter(({ folded }) => folded !== '')
}

interface StoredEntity {
  id: string
  canonicalName: string
  type: EntityType
  description: string | null
  wikidataId: string | null
  agencyKey: string | null
  names: string[]
  policy: Record<string, unknown> | null
}

/** Returns an entity in the form of the registry's tables, to decide whether its rows must be written. */
function toStored(entity: EntityRecord): StoredEntity {
  const { policy } = entity
  return {
    id: entity.id,
    canonicalName: entity.canonicalName,
    type: entity.type,
    description: entity.description ?? null,
    wikidataId: entity.wikidataId ?? null,
    agencyKey: entity.agencyKey ?? null,
    names: namesOf(entity).map(({ alias }) => alias),
    policy: policy
      ? {
          domain: policy.domain,
          lifecyclePhase: policy.lifecyclePhase,
          enablingLaws: policy.enablingLaws,
          responsibleAgencies: policy.responsibleAgencies,
          targetPopulation: policy.targetPopulation,
          instanceOf: policy.instanceOf ?? null,
        }
      : null,
  }
}

async function listStored(db: Db, ids: readonly string[]): Promise<Map<string, StoredEntity>> {
  const rows = await db<StoredEntity[]>`
    select e.entity_id as id, e.canonical_name, e.type, e.description, e.wikidata_id, e.agency_key,
      coalesce((select array_agg(n.alias order by n.position) from entity_aliases n where n.entity_id = e.entity_id),
        '{}') as names,
      case when p.entity_id is not null then jsonb_build_object('domain', p.domain, 'lifecyclePhase',
        p.lifecycle_phase, 'enablingLaws', p.enabling_laws, 'responsibleAgencies', p.responsible_agencies,
        'targetPopulation', p.target_population, 'instanceOf', p.instance_of) end as policy
    from entities e left join policies p on p.entity_id = e.entity_id
    where e.entity_id = any(${[...ids]}) and e.source <> 'features'`
  return new Map(rows.map((row) => [row.id, row]))
}

const sortedKeys = (value: object) =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
const fingerprint = (stored: StoredEntity) =>
  JSON.stringify(sortedKeys({ ...stored, policy: stored.policy && sortedKeys(stored.policy) }))

/** Ids that operators have decided about: entities that they have changed, and those that they merged into others. */
async function listSettled(db: Db): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select entity_id as id from entities where source = 'operator' union select entity_id from entity_merges`
  return new Set(rows.map(({ id }) => id))
}

async function writeEntities(
  db: Db,
  entities: readonly StoredEntity[],
  source: 'catalogue' | 'operator',
): Promise<void> {
  await db`
    insert into entities (entity_id, canonical_name, folded_name, type, description, wikidata_id, agency_key, source,
      updated_at)
    select id, name, folded, type, description, wikidata, agency, ${source}, clock_timestamp()
    from jsonb_to_recordset(${db.json(
      entities.map((entity) => ({
        ...entity,
        name: entity.canonicalName,
        folded: foldName(entity.canonicalName),
        wikidata: entity.wikidataId,
        agency: entity.agencyKey,
      })) as never,
    )}) as r (id text, name text, folded text, type text, description text, wikidata text, agency text)
    on conflict (entity_id) do update set
      canonical_name = excluded.canonical_name, folded_name = excluded.folded_name, type = excluded.type,
      description = excluded.description, wikidata_id = excluded.wikidata_id, agency_key = excluded.agency_key,
      source = excluded.source, updated_at = excluded.updated_at`
}

async function replaceNames(db: Db, entities: readonly EntityRecord[]): Promise<void> {
  await db`delete from entity_aliases where entity_id = any(${entities.map(({ id }) => id)})`
  await db`
    insert into entity_aliases (entity_id, alias, folded, position)
    select "entityId", alias, folded, position
    from jsonb_to_recordset(${db.json(entities.flatMap(namesOf) as never)})
      as r ("entityId" text, alias text, folded text, position smallint)`
}

async function replacePolicies(db: Db, entities: readonly StoredEntity[]): Promise<void> {
  const policies = entities.flatMap(({ id, policy }) => (policy ? [{ id, ...policy }] : []))
  await db`delete from policies where entity_id = any(${entities.map(({ id }) => id)})`
  await db`
    insert into policies (entity_id, domain, lifecycle_phase, enabling_laws, responsible_agencies, target_population,
      instance_of)
    select id, domain, "lifecyclePhase", "enablingLaws", "responsibleAgencies", "targetPopulation", "instanceOf"
    from jsonb_to_recordset(${db.json(policies)}) as r (id text, domain text, "lifecyclePhase" text,
      "enablingLaws" text[], "responsibleAgencies" text[], "targetPopulation" text[], "instanceOf" text)`
}

/**
 * Writes catalogue entities to the registry, at most 10,000 at once. Adds new ones and replaces changed ones as a
 * whole. Skips unchanged entities and those that operators changed or merged. Never removes any. Returns the written
 * ids. Earlier features with the id of a new entity count as mentions after the next rebuild.
 */
export async function seedRegistry(pool: DbPool, entities: readonly EntityRecord[]): Promise<string[]> {
  if (entities.length > SEED_MAX_ENTITIES) {
    throw new Error(`seedRegistry takes at most ${SEED_MAX_ENTITIES} entities, got ${entities.length}`)
  }
  const { written } = await pool.begin(async (db) => {
    await lockRegistry(db)
    const stored = await listStored(
      db,
      entities.map(({ id }) => id),
    )
    const settled = await listSettled(db)
    const changed = entities.filter((entity) => {
      if (settled.has(entity.id)) return false
      const known = stored.get(entity.id)
      return known === undefined || fingerprint(known) !== fingerprint(toStored(entity))
    })
    if (changed.length > 0) {
      const rows = changed.map(toStored)
      await writeEntities(db, rows, 'catalogue')
      await replaceNames(db, changed)
      await replacePolicies(db, rows)
    }
    return { written: changed.map(({ id }) => id) }
  })
  return written
}

/**
 * Writes entities of an operator over those of any source. Later versions of the gazetteer keep them unchanged.
 * Policy fields stay when an entity has none. Call `lockRegistry` first.
 */
export async function saveOperatorEntities(db: Db, entities: readonly EntityRecord[]): Promise<void> {
  await writeEntities(db, entities.map(toStored), 'operator')
  await replaceNames(db, entities)
  const policies = entities.filter(({ policy }) => policy !== undefined)
  await replacePolicies(db, policies.map(toStored))
}

/** Returns a text that changes with every change of an entity in `listRegistry`. */
export async function readRegistryState(db: Db): Promise<string> {
  const [row] = await db<{ state: string }[]>`
    select count(*) || ' ' || coalesce(extract(epoch from max(updated_at))::text, '') as state
    from entities where source <> 'features'`
  return row?.state ?? ''
}

/**
 * Lists every entity for the search in texts: names in order, without policy fields. Skips entities known only from
 * features, because nobody has checked whether their names are ambiguous.
 */
export async function listRegistry(db: Db): Promise<EntityRecord[]> {
  const rows = await db<
    { id: string; canonicalName: string; type: EntityType; agencyKey: string | null; names: string[] }[]
  >`
    select e.entity_id as id, e.canonical_name, e.type, e.agency_key,
      coalesce(array_agg(n.alias order by n.position) filter (where n.alias is not null), '{}') as names
    from entities e left join entity_aliases n on n.entity_id = e.entity_id
    where e.source <> 'features'
    group by e.entity_id
    order by e.entity_id`
  return rows.map(({ names, agencyKey, ...entity }) => ({
    ...entity,
    aliases: names.filter((name) => name !== entity.canonicalName),
    ...(agencyKey !== null && { agencyKey }),
  }))
}
