import type { Db } from '@pauta/platform/database/database'
import { compareNames } from '@pauta/platform/text/portuguese'
import type { SearchIndex } from './client.ts'
import { CATALOGUE_FACET_VALUES, countFacets, countFacetsEach } from './facets.ts'
import type { EntityType } from '../entities/entity-record.ts'
import { foldName } from '@pauta/platform/text/fold-text'
import { listEntityNames } from '../entities/queries.ts'

export interface SuggestionRequest {
  /** Prefix of a name; blank for the most frequent names. */
  query: string
  limit: number
}

/** A name as written in articles. */
export interface SuggestedName {
  value: string
  count: number
}

const SURFACE_FIELDS = {
  ORG: 'entity_org',
  PER: 'entity_per',
  LOC: 'entity_loc',
  EVENT: 'entity_event',
  POLICY: 'entity_policy',
  LAW: 'entity_law',
} as const

/**
 * Returns the prefixes to search. The engine treats "14.133" as one word and "14 133" as two, while folding makes both
 * equal. The first word finds both forms. The whole query finds names whose first word has too many matches.
 */
function wordings(prefix: string, query: string): string[] {
  const first = prefix.split(' ')[0] ?? ''
  return first === prefix ? [prefix] : [first, query.trim()]
}

/**
 * Lists names in articles, of one type or of all, that begin with the query, ignoring case, accents and punctuation:
 * most articles first, ties by name. Sends one request to the index.
 */
export async function listNameSuggestions(
  index: SearchIndex,
  { query, type, limit }: SuggestionRequest & { type: EntityType | undefined },
): Promise<SuggestedName[]> {
  const prefix = foldName(query)
  const field = type === undefined ? 'entities' : SURFACE_FIELDS[type]
  const answers = await countFacetsEach(
    index,
    wordings(prefix, query).map((words) => ({
      facets: [field],
      // The engine matches words anywhere in a name, so more values are requested than begin with the query.
      maxValues: CATALOGUE_FACET_VALUES,
      ...(words === '' ? {} : { prefix: words }),
    })),
  )
  const counts = new Map(
    answers.flatMap(({ facets }) => facets[field].map(({ value, count }) => [value, count])),
  )
  return [...counts]
    .filter(([value]) => foldName(value).startsWith(prefix))
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareNames(a.value, b.value))
    .slice(0, limit)
}

/** A registered entity, or an unregistered id in articles. */
export interface SuggestedEntity {
  entityId: string
  /** Canonical name; null for an unregistered id. */
  label: string | null
  count: number
}

/**
 * Lists registered entities with articles: those with a name that begins with the folded prefix or an id that begins
 * with the text. A blank prefix matches all.
 */
async function listRegistered(
  db: Db,
  { prefix, id, limit }: { prefix: string; id: string; limit: number },
): Promise<SuggestedEntity[]> {
  const named = db`e.entity_id in (select entity_id from entity_aliases where folded like ${`${prefix}%`})`
  const chosen = prefix === '' ? db`starts_with(lower(e.entity_id), ${id})` : named
  return await db<SuggestedEntity[]>`
    select e.entity_id, e.canonical_name as label, c.articles as count
    from entity_counts c join entities e using (entity_id)
    where ${chosen} ${prefix === '' ? db`` : db`or starts_with(lower(e.entity_id), ${id})`}
    order by c.articles desc, e.entity_id collate "C"
    limit ${limit}`
}

const ID_CHARACTERS = /^[\w-]*$/

/** Counts articles by ids that begin with the text. */
async function countIds(index: SearchIndex, id: string): Promise<SuggestedName[]> {
  if (!ID_CHARACTERS.test(id)) return []
  const { facets } = await countFacets(index, {
    facets: ['entity_canonical'],
    maxValues: CATALOGUE_FACET_VALUES,
    ...(id === '' ? {} : { prefix: id }),
  })
  return facets.entity_canonical.filter(({ value }) => value.toLowerCase().startsWith(id))
}

/**
 * Lists entities with a name or id that begins with the query: most articles first, ties by id. Registered entities are
 * counted in PostgreSQL, unregistered ids in the index. Sends one request to the index and runs two statements.
 */
export async function listEntitySuggestions(
  { db, index }: { db: Db; index: SearchIndex },
  { query, limit }: SuggestionRequest,
): Promise<SuggestedEntity[]> {
  const id = query.trim().toLowerCase()
  const registered = await listRegistered(db, { prefix: foldName(query), id, limit })
  const counted = await countIds(index, id)
  const known = await listEntityNames(
    db,
    counted.map(({ value }) => value),
  )
  const unknown = counted
    .filter(({ value }) => !known.has(value))
    .map(({ value, count }) => ({ entityId: value, label: null, count }))
  return [...registered, ...unknown]
    .sort((a, b) => b.count - a.count || (a.entityId < b.entityId ? -1 : 1))
    .slice(0, limit)
}
