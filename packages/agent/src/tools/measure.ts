import type { IndexDocument } from '@pauta/core/search-index/collection'
import { captureRecortes } from '@pauta/clippings/recortes/capture'
import type { RecorteFilters } from '@pauta/clippings/recortes/recorte'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { countFacets } from '@pauta/core/search-index/facets'
import { within } from '@pauta/core/search-index/filter'
import { DAY_MS, HOUR_MS } from '@pauta/platform/time/time'

/** The default window of `estimateRecorteCount`. */
export const COUNT_HOURS = 24
/** One day is too short for a subject with news twice a week. */
export const JUDGED_DAYS = 30
/** The newest articles, in which a recorte's themes and agencies are counted. */
const ARTICLES_LOOKED_AT = 100
const TOP_VALUES = 5
/** A recorte above this share of all news is too broad… */
const BROAD_SHARE = 0.3
/** …unless the share is fewer articles than this. */
const BROAD_MIN_ARTICLES = 50

/** A theme or agency with its number of articles. */
interface TopValue {
  code: string
  label: string
  count: number
}

/** An agency with both pairs of names that clients read. */
interface TopAgency extends TopValue {
  key: string
  name: string
}

/** Returns an agency's code and label, and both again as key and name. */
export const nameAgency = <Agency extends { code: string; label: string }>(agency: Agency) => ({
  ...agency,
  key: agency.code,
  name: agency.label,
})

/** The articles that a recorte captures. */
export interface Measure {
  /**
   * Articles of the last 24 hours, counted as in `estimateRecorteCount`: for several keywords, those of the most
   * frequent one.
   */
  count: number
  /** The same for the last 30 days. Judgements use this number. */
  monthCount: number
  /** Level-1 themes and agencies of the newest articles. */
  topThemes: TopValue[]
  topAgencies: TopAgency[]
  /** Newest first. */
  articles: IndexDocument[]
}

const FIELDS = ['title', 'summary', 'agency', 'agency_name', 'theme_l1_code', 'theme_l1_label'] as const

function topOf(
  values: readonly (readonly [code: string | undefined, label: string | undefined])[],
): TopValue[] {
  const byCode = new Map<string, TopValue>()
  for (const [code, label] of values) {
    if (!code) continue
    const value = byCode.get(code) ?? { code, label: label || code, count: 0 }
    byCode.set(code, { ...value, count: value.count + 1 })
  }
  const mostFirst = (a: TopValue, b: TopValue) => b.count - a.count || (a.code < b.code ? -1 : 1)
  return [...byCode.values()].sort(mostFirst).slice(0, TOP_VALUES)
}

/** Measures one recorte. Throws SERVICE_UNAVAILABLE when the index does not answer. */
export async function measureRecorte(
  index: SearchIndex,
  filters: RecorteFilters,
  now: Date,
): Promise<Measure> {
  const since = (ms: number) => ({ from: new Date(now.getTime() - ms) })
  const [[day], [month]] = await Promise.all([
    captureRecortes(index, [filters], { published: since(COUNT_HOURS * HOUR_MS), articlesPerRecorte: 0 }),
    captureRecortes(index, [filters], {
      published: since(JUDGED_DAYS * DAY_MS),
      articlesPerRecorte: ARTICLES_LOOKED_AT,
      fields: FIELDS,
    }),
  ])
  const articles = month?.articles ?? []
  return {
    count: Math.max(0, ...(day?.counts ?? [])),
    monthCount: Math.max(0, ...(month?.counts ?? [])),
    topThemes: topOf(articles.map((article) => [article.theme_l1_code, article.theme_l1_label])),
    topAgencies: topOf(articles.map((article) => [article.agency, article.agency_name])).map(nameAgency),
    articles,
  }
}

/** Returns the number of articles of the last 30 days, the base of shares. */
export async function countMonth(index: SearchIndex, now: Date): Promise<number> {
  const filter = within('published_at', { from: new Date(now.getTime() - JUDGED_DAYS * DAY_MS) })
  const { found } = await countFacets(index, { filter, facets: ['agency'], maxValues: 1 })
  return found
}

/** Judges a recorte. `month` is the number of all articles of the last 30 days. */
export function judge(
  { monthCount }: Pick<Measure, 'monthCount'>,
  month: number,
): 'empty' | 'broad' | 'good' {
  if (monthCount === 0) return 'empty'
  return monthCount > BROAD_MIN_ARTICLES && monthCount > month * BROAD_SHARE ? 'broad' : 'good'
}
