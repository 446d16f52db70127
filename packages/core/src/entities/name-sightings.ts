import { ulid } from 'ulid'
import type { Features } from '../articles/article.ts'
import type { Db } from '@pauta/platform/database/database'
import { foldName } from '@pauta/platform/text/fold-text'
import { markDue } from '../steps/steps.ts'
import { lockEntityStore } from './mentions.ts'
import { lockRegistry } from './registry.ts'

/** Articles that must name a person or an organisation before it becomes an entity: a name in one article stays a word. */
const ARTICLES_MIN = 2
/** Most articles that are read again when their name becomes an entity. */
const REREAD_MAX = 100
const NAME_MAX_CHARACTERS = 300

interface Named {
  uniqueId: string
  features: Features
}

/** A name without an id in the features of an article. */
interface Sighting {
  key: string
  type: string
  folded: string
  name: string
  uniqueId: string
}

const keyOf = (type: string, folded: string) => `${type} ${folded}`

interface Item {
  type?: unknown
  text?: unknown
  canonical_id?: string | null
}

/** The key of a person or organisation without an id, or null. */
function keyOfItem(item: Item | null): { key: string; type: string; folded: string; name: string } | null {
  if (item === null || typeof item.text !== 'string' || item.canonical_id) return null
  if (item.type !== 'PER' && item.type !== 'ORG') return null
  const folded = foldName(item.text)
  if (folded === '' || item.text.length > NAME_MAX_CHARACTERS) return null
  return { key: keyOf(item.type, folded), type: item.type, folded, name: item.text }
}

const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : [])

function listSightings(articles: readonly Named[]): Sighting[] {
  return articles.flatMap(({ uniqueId, features }) =>
    itemsOf(features.entities).flatMap((item) => {
      const named = keyOfItem(item)
      return named === null ? [] : [{ ...named, uniqueId }]
    }),
  )
}

/** Finds the entities that have one of the names; a name of two entities says nothing. */
async function findByName(db: Db, sightings: readonly Sighting[]): Promise<Map<string, string>> {
  const rows = await db<{ type: string; folded: string; ids: string[] }[]>`
    select e.type, n.folded, array_agg(distinct e.entity_id) as ids
    from entity_aliases n join entities e using (entity_id)
    where n.folded = any(${sightings.map(({ folded }) => folded)}) and e.type in ('PER', 'ORG')
    group by 1, 2`
  return new Map(
    rows.flatMap(({ type, folded, ids: [id = '', ...others] }) =>
      others.length === 0 ? [[keyOf(type, folded), id] as const] : [],
    ),
  )
}

/** Records the names, and returns those that two articles have now, with their articles. */
async function recordSightings(db: Db, sightings: readonly Sighting[]): Promise<Map<string, string[]>> {
  const rows = sightings.map(({ type, folded, uniqueId }) => ({ type, folded, uniqueId }))
  await db`
    insert into name_sightings (type, folded, unique_id)
    select type, folded, "uniqueId" from jsonb_to_recordset(${db.json(rows)}) as r (type text, folded text, "uniqueId" text)
    on conflict do nothing`
  const seen = await db<{ type: string; folded: string; ids: string[] }[]>`
    select type, folded, array_agg(unique_id order by unique_id) as ids from name_sightings
    where (type, folded) in (select type, folded from jsonb_to_recordset(${db.json(rows)}) as r (type text, folded text))
    group by type, folded having count(*) >= ${ARTICLES_MIN}`
  return new Map(seen.map(({ type, folded, ids }) => [keyOf(type, folded), ids]))
}

/** Adds entities for names, and makes the other articles that have them due for enrichment. Returns the ids by key. */
async function mint(
  db: Db,
  sightings: readonly Sighting[],
  seen: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string>> {
  await lockEntityStore(db)
  await lockRegistry(db)
  // Another transaction may have added the name before the lock.
  const known = await findByName(db, sightings)
  const fresh = [...new Map(sightings.map((each) => [each.key, each])).values()]
    .filter(({ key }) => seen.has(key) && !known.has(key))
    .map((each) => ({ ...each, id: `dgb_${ulid()}` }))
  const rows = db.json(fresh.map(({ id, type, folded, name }) => ({ id, type, folded, name })))
  await db`
    insert into entities (entity_id, canonical_name, folded_name, type, source)
    select id, name, folded, type, 'features'
    from jsonb_to_recordset(${rows}) as r (id text, type text, folded text, name text)`
  await db`
    insert into entity_aliases (entity_id, alias, folded, position)
    select id, name, folded, 0 from jsonb_to_recordset(${rows}) as r (id text, folded text, name text)`
  await db`
    delete from name_sightings
    where (type, folded) in (select type, folded from jsonb_to_recordset(${rows}) as r (type text, folded text))`
  const here = new Set(sightings.map(({ uniqueId }) => uniqueId))
  const others = fresh.flatMap(({ key }) => (seen.get(key) ?? []).filter((id) => !here.has(id)))
  await markDue(db, 'enrich', [...new Set(others)].slice(0, REREAD_MAX))
  return new Map([...known, ...fresh.map(({ key, id }) => [key, id] as const)])
}

function withIds(features: Features, ids: ReadonlyMap<string, string>): Features {
  const identify = <Each extends Item>(item: Each): Each => {
    const id = ids.get(keyOfItem(item)?.key ?? '')
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
 * Returns derived features with the ids of people and organisations that the registry knows by name. A name becomes an
 * entity with its second article, and the first one becomes due for enrichment, which the job `sweep` sends. Call it with the articles locked, before their
 * features are merged.
 */
export async function identifyNames<Article extends Named>(
  db: Db,
  articles: readonly Article[],
): Promise<Article[]> {
  const sightings = listSightings(articles)
  if (sightings.length === 0) return [...articles]
  const known = await findByName(db, sightings)
  const unknown = sightings.filter(({ key }) => !known.has(key))
  const seen = unknown.length === 0 ? new Map<string, string[]>() : await recordSightings(db, unknown)
  const minted = seen.size === 0 ? new Map<string, string>() : await mint(db, unknown, seen)
  const ids = new Map([...known, ...minted])
  return articles.map((article) => ({ ...article, features: withIds(article.features, ids) }))
}
