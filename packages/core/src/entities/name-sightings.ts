import { ulid } from 'ulid'
import type { Features } from '../articles/article.ts'
import { lockArticles } from '../articles/lock.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { foldName } from '@pauta/platform/text/fold-text'
import { markDue } from '../steps/steps.ts'
import { mayBeSame, type StatedOffice } from './affiliations.ts'
import { lockEntityStore } from './mentions.ts'
import { rememberOffices } from './offices.ts'
import { lockRegistry } from './registry.ts'

/** Articles that must name a person or an organisation before it becomes an entity: a name in one article stays a word. */
const ARTICLES_MIN = 2
/** Most articles that one call makes due because a name of theirs became an entity. */
const REREAD_MAX = 100
/** Most articles with one name that are compared. */
const COMPARED_MAX = 200
const NAME_MAX_CHARACTERS = 300

interface Named {
  uniqueId: string
  features: Features
}

interface Name {
  key: string
  type: string
  folded: string
  name: string
  office: string | null
}

/** A name without an id in the features of an article. */
interface Sighting extends Name {
  uniqueId: string
  agencyKey: string
  /** The id that the stored features of the article give the name. */
  storedId: string | null
}

/** An entity that has a name. */
interface Candidate {
  id: string
  offices: StatedOffice[]
}

/** Articles that name one person or organisation. */
interface Cluster {
  id: string
  name: Name
  uniqueIds: Set<string>
}

const keyOf = (type: string, folded: string) => `${type} ${folded}`
const placeOf = (key: string, uniqueId: string) => `${key}\n${uniqueId}`

interface Item {
  type?: unknown
  text?: unknown
  office?: unknown
  canonical_id?: string | null
}

/** Reads a person or an organisation, or returns null for another item. */
function readName(item: Item | null): Name | null {
  if (item === null || typeof item.text !== 'string') return null
  if (item.type !== 'PER' && item.type !== 'ORG') return null
  const folded = foldName(item.text)
  if (folded === '' || item.text.length > NAME_MAX_CHARACTERS) return null
  const office = typeof item.office === 'string' ? item.office : null
  return { key: keyOf(item.type, folded), type: item.type, folded, name: item.text, office }
}

const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : [])

/** Lists the names without an id, with what is stored about their articles. */
async function listSightings(db: Db, articles: readonly Named[]): Promise<Sighting[]> {
  const named = articles.flatMap(({ uniqueId, features }) =>
    itemsOf(features.entities).flatMap((item) => {
      const name = item?.canonical_id ? null : readName(item)
      return name === null ? [] : [{ ...name, uniqueId }]
    }),
  )
  if (named.length === 0) return []
  const rows = await db<{ uniqueId: string; agencyKey: string; entities: Item[] | null }[]>`
    select a.unique_id, a.agency_key, f.features -> 'entities' as entities
    from articles a left join article_features f using (unique_id)
    where a.unique_id = any(${articles.map(({ uniqueId }) => uniqueId)})`
  const agencies = new Map(rows.map(({ uniqueId, agencyKey }) => [uniqueId, agencyKey]))
  const stored = new Map(
    rows.flatMap(({ uniqueId, entities }) =>
      itemsOf(entities).flatMap((item) => {
        const key = readName(item)?.key
        return key !== undefined && item.canonical_id
          ? [[placeOf(key, uniqueId), item.canonical_id] as const]
          : []
      }),
    ),
  )
  return named.map((each) => ({
    ...each,
    agencyKey: agencies.get(each.uniqueId) ?? '',
    storedId: stored.get(placeOf(each.key, each.uniqueId)) ?? null,
  }))
}

const officesOf = ({ office, agencyKey }: { office: string | null; agencyKey: string }): StatedOffice[] =>
  office === null ? [] : [{ office, agencyKey }]

/** Finds the entities that have one of the names, with their offices. */
async function findByName(db: Db, sightings: readonly Sighting[]): Promise<Map<string, Candidate[]>> {
  const rows = await db<{ type: string; folded: string; id: string; offices: StatedOffice[] }[]>`
    select e.type, n.folded, e.entity_id as id,
      coalesce((
        select jsonb_agg(jsonb_build_object('office', o.office, 'agencyKey', o.agency_key))
        from entity_offices o where o.entity_id = e.entity_id
      ), '[]') as offices
    from entity_aliases n join entities e using (entity_id)
    where n.folded = any(${sightings.map(({ folded }) => folded)})
    group by e.entity_id, e.type, n.folded`
  const found = new Map<string, Candidate[]>()
  for (const { type, folded, id, offices } of rows) {
    const key = keyOf(type, folded)
    found.set(key, [...(found.get(key) ?? []), { id, offices }])
  }
  return found
}

/**
 * Chooses the entity of a name: the only one whose offices agree. Of several, the one that the article had before. Returns
 * null when several remain, and undefined when the name is that of somebody else.
 */
function choose(sighting: Sighting, candidates: readonly Candidate[]): string | null | undefined {
  const fitting = candidates.filter(
    ({ offices }) => sighting.type === 'ORG' || mayBeSame(sighting.name, officesOf(sighting), offices),
  )
  const stored = fitting.find(({ id }) => id === sighting.storedId)
  if (stored !== undefined) return stored.id
  const [first, ...others] = fitting
  if (first === undefined) return undefined
  return others.length === 0 ? first.id : null
}

/** Records the names, and returns all recorded articles of each. */
async function recordSightings(
  db: Db,
  sightings: readonly Sighting[],
): Promise<{ key: string; uniqueId: string; office: string | null; agencyKey: string }[]> {
  const rows = db.json(
    sightings.map(({ type, folded, uniqueId, office }) => ({ type, folded, uniqueId, office })),
  )
  await db`
    insert into name_sightings (type, folded, unique_id, office)
    select distinct on (type, folded, "uniqueId") type, folded, "uniqueId", office
    from jsonb_to_recordset(${rows}) as r (type text, folded text, "uniqueId" text, office text)
    on conflict (type, folded, unique_id) do update set office = excluded.office, is_named = false`
  const seen = await db<
    { type: string; folded: string; uniqueId: string; office: string | null; agencyKey: string }[]
  >`
    select r.type, r.folded, s.unique_id, s.office, s.agency_key
    from (
      select distinct type, folded from jsonb_to_recordset(${rows}) as r (type text, folded text)
    ) r
    cross join lateral (
      select s.unique_id, s.office, a.agency_key
      from name_sightings s join articles a using (unique_id)
      where s.type = r.type and s.folded = r.folded and not s.is_named
      order by s.unique_id collate "C" limit ${COMPARED_MAX}
    ) s`
  return seen.map(({ type, folded, ...rest }) => ({ key: keyOf(type, folded), ...rest }))
}

/** Puts the articles of each name that may name one person together, where at least two do. */
function cluster(
  sightings: readonly Sighting[],
  seen: Awaited<ReturnType<typeof recordSightings>>,
): Cluster[] {
  const clusters: Cluster[] = []
  for (const sighting of sightings) {
    if (clusters.some(({ name, uniqueIds }) => name.key === sighting.key && uniqueIds.has(sighting.uniqueId)))
      continue
    const taken = new Set(
      clusters.flatMap(({ name, uniqueIds }) => (name.key === sighting.key ? [...uniqueIds] : [])),
    )
    const same = seen.filter(
      (row) =>
        row.key === sighting.key &&
        !taken.has(row.uniqueId) &&
        (sighting.type === 'ORG' || mayBeSame(sighting.name, officesOf(sighting), officesOf(row))),
    )
    const uniqueIds = new Set([sighting.uniqueId, ...same.map(({ uniqueId }) => uniqueId)])
    if (uniqueIds.size >= ARTICLES_MIN) clusters.push({ id: `dgb_${ulid()}`, name: sighting, uniqueIds })
  }
  return clusters
}

/** Removes the sightings of names that are entities now: those of other articles when they are due, by `markNamed`. */
async function noteNamed(db: Db, clusters: readonly Cluster[], here: readonly string[]): Promise<void> {
  const named = clusters.flatMap(({ name: { type, folded }, uniqueIds }) =>
    [...uniqueIds].map((uniqueId) => ({ type, folded, uniqueId })),
  )
  await db`
    update name_sightings s set is_named = true
    from jsonb_to_recordset(${db.json(named)}) as r (type text, folded text, "uniqueId" text)
    where s.type = r.type and s.folded = r.folded and s.unique_id = r."uniqueId"`
  await db`delete from name_sightings where is_named and unique_id = any(${[...here]})`
}

/**
 * Makes articles due for enrichment whose names have become entities since they were read, at most 100. What an interrupted
 * call leaves, the next one marks. A transaction of its own: its articles may be in the hands of others, who wait for the
 * entity store.
 */
export async function markNamed(pool: DbPool): Promise<void> {
  const rows = await pool<{ uniqueId: string }[]>`
    select distinct unique_id from name_sightings where is_named order by unique_id limit ${REREAD_MAX}`
  if (rows.length === 0) return
  const ids = rows.map(({ uniqueId }) => uniqueId)
  await pool.begin(async (db) => {
    await lockArticles(db, ids)
    const open = await db<{ uniqueId: string }[]>`
      select distinct unique_id from name_sightings where is_named and unique_id = any(${ids})`
    await markDue(
      db,
      'enrich',
      open.map(({ uniqueId }) => uniqueId),
    )
    await lockEntityStore(db)
    await db`delete from name_sightings where is_named and unique_id = any(${ids})`
  })
}

/**
 * Adds entities for names that two articles have, and notes that the other articles are to be enriched again. Call
 * `lockEntityStore` first.
 */
async function mint(db: Db, sightings: readonly Sighting[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const clusters = cluster(sightings, await recordSightings(db, sightings))
  if (clusters.length === 0) return ids
  await lockRegistry(db)
  const rows = db.json(clusters.map(({ id, name: { type, folded, name } }) => ({ id, type, folded, name })))
  await db`
    insert into entities (entity_id, canonical_name, folded_name, type, source)
    select id, name, folded, type, 'features'
    from jsonb_to_recordset(${rows}) as r (id text, type text, folded text, name text)`
  await db`
    insert into entity_aliases (entity_id, alias, folded, position)
    select id, name, folded, 0 from jsonb_to_recordset(${rows}) as r (id text, folded text, name text)`
  await noteNamed(
    db,
    clusters,
    sightings.map(({ uniqueId }) => uniqueId),
  )
  for (const { id, name, uniqueIds } of clusters)
    for (const each of uniqueIds) ids.set(placeOf(name.key, each), id)
  return ids
}

/** Gives names the ids of known entities. `open` are the names of somebody whom the registry does not know. */
function resolve(
  sightings: readonly Sighting[],
  known: ReadonlyMap<string, readonly Candidate[]>,
): { ids: Map<string, string>; open: Sighting[] } {
  const ids = new Map<string, string>()
  const open = sightings.filter((sighting) => {
    const id = choose(sighting, known.get(sighting.key) ?? [])
    if (id) ids.set(placeOf(sighting.key, sighting.uniqueId), id)
    return id === undefined
  })
  return { ids, open }
}

function withIds({ uniqueId, features }: Named, ids: ReadonlyMap<string, string>): Features {
  const identify = <Each extends Item>(item: Each): Each => {
    const key = item?.canonical_id ? undefined : readName(item)?.key
    const id = key === undefined ? undefined : ids.get(placeOf(key, uniqueId))
    return id === undefined ? item : { ...item, canonical_id: id }
  }
  const { entities, content_annotations: annotations } = features
  return {
    ...features,
    ...(Array.isArray(entities) && { entities: entities.map(identify) }),
    ...(Array.isArray(annotations) && { content_annotations: annotations.map(identify) }),
  }
}

/**
 * Returns derived features with the ids of people and organisations that the registry knows by name, and keeps the offices of
 * people. A name becomes an entity with its second article; call `markNamed` after the transaction, so that the first one
 * becomes due for enrichment, which the job `sweep` sends. People of one name with different offices in different organisations
 * are different entities. Call it with the articles locked. It locks the entity store before its first write, because
 * another transaction may write the same names and offices in another order.
 */
export async function identifyNames<Article extends Named>(
  db: Db,
  articles: readonly Article[],
): Promise<Article[]> {
  const sightings = await listSightings(db, articles)
  await lockEntityStore(db)
  const { ids, open } = resolve(
    sightings,
    sightings.length === 0 ? new Map() : await findByName(db, sightings),
  )
  const minted = open.length === 0 ? new Map<string, string>() : await mint(db, open)
  const all = new Map([...ids, ...minted])
  const identified = articles.map((article) => ({ ...article, features: withIds(article, all) }))
  await rememberOffices(
    db,
    identified.flatMap(({ uniqueId, features }) =>
      itemsOf(features.entities).flatMap((item) => {
        const office = readName(item)?.office
        return office && item.canonical_id ? [{ entityId: item.canonical_id, office, uniqueId }] : []
      }),
    ),
  )
  return identified
}
