import type { IndexDocument } from '../search-index/collection.ts'
import type { SearchIndex } from '../search-index/client.ts'
import { CATALOGUE_FACET_VALUES, countFacetsEach } from '../search-index/facets.ts'
import { allOf, equalsAny, within, type Filter } from '../search-index/filter.ts'
import { listGroupsEach } from '../search-index/groups.ts'
import { lastDays, type DateWindow } from '@pauta/platform/time/time'

export interface TrendingTheme {
  /** Code and label of a level-1 theme. */
  themeCode: string
  themeLabel: string
  /** Articles of the window. */
  windowCount: number
  /** Articles per day of the baseline, three decimals. */
  baselineDailyAvg: number
  /** Volume of the window divided by the usual volume, three decimals. */
  growthScore: number
  /** The best articles of the window: highest trending score, then newest. At most 5. */
  topArticles: IndexDocument[]
}

export interface TrendingThemesRequest {
  windowDays: number
  /** Days directly before the window. Window and baseline never overlap. */
  baselineDays: number
  minArticles: number
  growthThreshold: number
  /** Counts only articles of this agency, when given. */
  agencyKey: string | undefined
  limit: number
  now: Date
}

const TOP_ARTICLES = 5
const ARTICLE_FIELDS = [
  'title',
  'agency_name',
  'published_at',
  'trending_score',
  'theme_l1_code',
  'theme_l1_label',
] as const

interface ThemeGrowth {
  code: string
  windowCount: number
  baselineCount: number
  growth: number
}

const threeDecimals = (value: number) => Math.round(value * 1000) / 1000

/**
 * Returns ((w + 1) / windowDays) / ((b + 1) / baselineDays) for the article counts of window and baseline. The +1 makes
 * themes without earlier articles comparable.
 */
function growthOf(windowCount: number, baselineCount: number, request: TrendingThemesRequest): number {
  return (windowCount + 1) / request.windowDays / ((baselineCount + 1) / request.baselineDays)
}

async function listGrowth(
  index: SearchIndex,
  filters: { window: Filter; baseline: Filter },
  request: TrendingThemesRequest,
): Promise<ThemeGrowth[]> {
  const counting = { facets: ['theme_l1_code'], maxValues: CATALOGUE_FACET_VALUES } as const
  const [recent, before] = await countFacetsEach(index, [
    { filter: filters.window, ...counting },
    { filter: filters.baseline, ...counting },
  ])
  const countsOf = (counted: typeof recent) =>
    new Map(counted?.facets.theme_l1_code.map(({ value, count }) => [value, count]))
  const [windowCounts, baselineCounts] = [countsOf(recent), countsOf(before)]
  return [...new Set([...windowCounts.keys(), ...baselineCounts.keys()])]
    .map((code) => {
      const windowCount = windowCounts.get(code) ?? 0
      const baselineCount = baselineCounts.get(code) ?? 0
      return { code, windowCount, baselineCount, growth: growthOf(windowCount, baselineCount, request) }
    })
    .filter((theme) => theme.windowCount >= request.minArticles && theme.growth >= request.growthThreshold)
    .sort(
      (a, b) =>
        threeDecimals(b.growth) - threeDecimals(a.growth) ||
        b.windowCount - a.windowCount ||
        (a.code < b.code ? -1 : 1),
    )
    .slice(0, request.limit)
}

/**
 * Lists level-1 themes whose volume grew against the days before, fastest growth first, then largest. Always sends two
 * requests to the index.
 */
export async function listTrendingThemes(
  index: SearchIndex,
  request: TrendingThemesRequest,
): Promise<TrendingTheme[]> {
  const { windowDays, baselineDays, agencyKey, now } = request
  const agency = equalsAny('agency', agencyKey === undefined ? null : [agencyKey], 'agencyKey')
  const during = (window: DateWindow) => allOf(within('published_at', window), agency)
  const recent = lastDays(windowDays, now)
  const both = lastDays(windowDays + baselineDays, now)
  const filters = { window: during(recent), baseline: during({ from: both.from, to: recent.from }) }
  const themes = await listGrowth(index, filters, request)
  if (themes.length === 0) return []
  const ofThemes = equalsAny(
    'theme_l1_code',
    themes.map((theme) => theme.code),
    'limit',
  )
  const grouping = { groupBy: 'theme_l1_code', groups: themes.length, order: 'TRENDING' } as const
  // With a low threshold a theme may have no article in the window; its label then comes from older articles.
  const [top, named] = await listGroupsEach(index, [
    { ...grouping, filter: allOf(filters.window, ofThemes), perGroup: TOP_ARTICLES, fields: ARTICLE_FIELDS },
    { ...grouping, filter: allOf(during(both), ofThemes), perGroup: 1, fields: ['theme_l1_label'] },
  ])
  return themes.map(({ code, windowCount, baselineCount, growth }) => ({
    themeCode: code,
    themeLabel: named?.get(code)?.[0]?.theme_l1_label ?? code,
    windowCount,
    baselineDailyAvg: threeDecimals(baselineCount / baselineDays),
    growthScore: threeDecimals(growth),
    topArticles: top?.get(code) ?? [],
  }))
}
