import { badInput } from '@pauta/platform/errors'
import { parseWindow } from '@pauta/platform/time/time'
import { articleFilter, type ArticleFilter } from '../search-index/article-filter.ts'
import type { SearchIndex } from '../search-index/client.ts'
import { countFacetsEach, type FacetCount } from '../search-index/facets.ts'
import { allOf, equalsAny, within, type Filter } from '../search-index/filter.ts'
import type { DocumentField } from '../search-index/search.ts'
import { dimensionOf, type CountDimension, type NameSources } from './count-dimensions.ts'

/** More days than the news has: 27 years. */
const DAYS_MAX = 10_000
/** More values than agencies, themes of level 1 or states. Of entities, the most frequent ones. */
const VALUES_MAX = 1000
/** Searches in one request to the index, as the engine limits them by default. */
const SEARCHES_MAX = 50
const DAY_ARGUMENTS = { start: 'filter.startDate', end: 'filter.endDate' }

/** The articles of one key that a question finds. */
interface ArticleCount {
  /** A code, or the first local day of a period, `YYYY-MM-DD`. */
  key: string
  label: string
  count: number
  /** `count` divided by all articles of the key in the period of the question, 0 to 1. */
  share: number
}

/** The answer to a question. */
export interface ArticleCounts {
  /** Articles that the question finds. */
  found: number
  /** All articles of its period. */
  total: number
  items: ArticleCount[]
}

/** A question, and what its articles are counted by. */
export interface CountRequest {
  /** Words, as in `search` without meaning. Null, blank or `*`: all articles of the filter. */
  query: string | null
  filter: ArticleFilter | null
  by: CountDimension
  /** Most items: of periods the last ones, otherwise those with most articles. */
  limit: number
}

/** Adds the counts of values that have one key. */
function sumByKey(counts: readonly FacetCount[], keyOf: (value: string) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { value, count } of counts) {
    const key = keyOf(value)
    sums.set(key, (sums.get(key) ?? 0) + count)
  }
  return sums
}

/** Returns the keys of an answer in their order: periods by time, others by their number of articles, ties by key. */
function chooseKeys(counts: ReadonlyMap<string, number>, isPeriod: boolean, limit: number): string[] {
  const entries = [...counts]
  if (isPeriod)
    return entries
      .map(([key]) => key)
      .sort()
      .slice(-limit)
  return entries
    .sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([key]) => key)
}

const filteredBy = (filter: Filter) => (filter === undefined ? {} : { filter })

/** Refuses filters that merge articles: a count by key has no one copy to count. */
function assertUnmerged(filter: ArticleFilter | null): void {
  for (const name of ['dedup', 'oneStoryPer'] as const)
    if (filter?.[name]) throw badInput(`filter.${name}`, 'não vale em contagens: cada notícia é contada.')
}

/** Counts all articles of some keys in a period, in requests of at most 50 searches. */
async function countWholes(
  index: SearchIndex,
  keys: readonly string[],
  { field, period }: { field: DocumentField; period: Filter },
): Promise<Map<string, number>> {
  const wholes = new Map<string, number>()
  for (let from = 0; from < keys.length; from += SEARCHES_MAX) {
    const part = keys.slice(from, from + SEARCHES_MAX)
    const answers = await countFacetsEach(
      index,
      part.map((key) => ({
        ...filteredBy(allOf(equalsAny(field, [key], 'by'), period)),
        facets: [field],
        maxValues: 1,
      })),
    )
    for (const [at, key] of part.entries()) wholes.set(key, answers[at]?.found ?? 0)
  }
  return wholes
}

/**
 * Counts the articles of a question by day, week, month, agency, theme, entity or sentiment, with the share of each key's
 * articles in the same period. Exact: the engine counts all articles. One request to the index; for entities that are
 * rare in the period, further ones. Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the invalid part of the filter.
 */
export async function countArticlesBy(
  { index, ...sources }: NameSources & { index: SearchIndex },
  { query, filter, by, limit }: CountRequest,
): Promise<ArticleCounts> {
  assertUnmerged(filter)
  const { field, keyOf = (value: string) => value, isPeriod = false, nameKeys } = dimensionOf(by)
  const period = within('published_at', parseWindow(filter?.startDate, filter?.endDate, DAY_ARGUMENTS))
  const counting = { facets: [field], maxValues: isPeriod ? DAYS_MAX : VALUES_MAX, isSorted: false }
  const words = query?.trim() ?? ''
  const [asked, whole] = await countFacetsEach(index, [
    {
      ...counting,
      ...(words !== '' && { query: words }),
      ...filteredBy(articleFilter(filter)),
    },
    { ...counting, ...filteredBy(period) },
  ])
  const counts = sumByKey(asked?.facets[field] ?? [], keyOf)
  const common = sumByKey(whole?.facets[field] ?? [], keyOf)
  const keys = chooseKeys(counts, isPeriod, limit)
  const uncounted = keys.filter((key) => !common.has(key))
  const [rare, nameOf] = await Promise.all([
    countWholes(index, uncounted, { field, period }),
    nameKeys(sources, keys),
  ])
  const items = keys.map((key) => {
    const count = counts.get(key) ?? 0
    // An article that arrives between the two counts is in the first one alone.
    const all = Math.max(count, common.get(key) ?? rare.get(key) ?? 0)
    return { key, label: nameOf(key), count, share: count / all }
  })
  return { found: asked?.found ?? 0, total: whole?.found ?? 0, items }
}
