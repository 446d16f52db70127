import { SERIES_MAX_ROWS } from '@pauta/platform/time/period'
import { DAY_MS } from '@pauta/platform/time/time'

/** The arguments of one call, as far as they are known before the call; `Infinity` for unknown numbers. */
export interface CallArguments {
  /** A number; `Infinity` if a variable may have any value. */
  number(name: string): number
  /** Number of characters of a text. */
  characters(name: string): number
  /** Number of words of a text. */
  words(name: string): number
  /** Number of values of a list. */
  count(name: string): number
  /** The text; undefined if unknown. */
  text(name: string): string | undefined
  isTrue(name: string): boolean
}

/** The number of rows that a call returns, and its price without the selected fields. */
export interface CallPrice {
  rows: number
  work: number
  /** Price of one field of a row; 1 by default. */
  perField?: number
}

/** A search uses this many words of a text and ignores the rest. */
const SEARCHED_WORDS = 30
const QUERY_MAX_CHARACTERS = 1000
/** Years of a series without a start date. */
const OPEN_YEARS = 10
const DAYS_OF_PERIOD: Record<string, number> = { DAY: 1, WEEK: 7, MONTH: 28 }
/** More agencies rarely write about one entity in one period. */
const AGENCIES_OF_ENTITY = 50
const AGENCIES_MAX = 200
/** Price of one field in a row of a series, relative to a field in a list from a store. */
const SERIES_ROW = 0.2
const SERIES_FIELD = 0.05

const page = (args: CallArguments, max: number, argument = 'limit') =>
  Math.min(Math.max(args.number(argument), 0), max)

/** Returns the number of periods between two dates; for open or invalid dates, the number of ten years. */
function periodsOf(args: CallArguments): number {
  const days = (Date.parse(args.text('dateTo') ?? '') - Date.parse(args.text('dateFrom') ?? '')) / DAY_MS + 2
  const known = Number.isNaN(days) ? OPEN_YEARS * 366 : Math.max(days, 1)
  return Math.ceil(known / (DAYS_OF_PERIOD[args.text('granularity') ?? 'DAY'] ?? 1)) + 1
}

function series(rows: number): CallPrice {
  const made = Math.min(rows, SERIES_MAX_ROWS)
  return { rows: made, work: 250 + SERIES_ROW * made, perField: SERIES_FIELD }
}

function searching(args: CallArguments): CallPrice {
  const words = Math.min(args.words('query'), SEARCHED_WORDS)
  const work = 500 + 300 * words + (args.isTrue('semantic') ? 500 : 0)
  const rows = page(args, 100)
  return { rows, work: work + rows }
}

const flat =
  (work: number, rows = 1) =>
  (): CallPrice => ({ rows, work })
const listing =
  (
    max: number,
    { work, perRow = 0, argument = 'limit' }: { work: number; perRow?: number; argument?: string },
  ) =>
  (args: CallArguments): CallPrice => {
    const rows = page(args, max, argument)
    return { rows, work: work + perRow * rows }
  }

/**
 * Prices of the fields that read a store, by type and field, in points. An operation may have 50,000 points. A point
 * stands for 40 µs of one processor on the sample data, so that no operation takes more than 2 s; `npm run bench --
 * dearest` measures this. A field without an entry costs 1 and has one row.
 */
export const CALL_PRICES: Readonly<Record<string, (args: CallArguments) => CallPrice>> = {
  'Query.articles': listing(250, { work: 250, perRow: 2 }),
  'Query.article': flat(100),
  'Query.search': searching,
  'Query.searchSuggestions': flat(300, 7),
  'Query.relatedArticles': listing(100, { work: 1000, perRow: 2 }),
  'Query.themes': flat(50, 30),
  'Query.agencies': flat(50, AGENCIES_MAX),
  'Query.popularTags': listing(100, { work: 50 }),
  'Query.themeArticleCounts': flat(100, 1000),
  'Query.analyticsKpis': flat(100),
  'Query.topThemes': listing(100, { work: 150 }),
  'Query.topAgencies': listing(100, { work: 150 }),
  'Query.articlesTimeline': () => series(366),
  'Query.agencyAnalytics': (args) => series(Math.min(args.count('agencies'), AGENCIES_MAX) * periodsOf(args)),
  'Query.trendingThemes': listing(100, { work: 500, perRow: 10 }),
  'TrendingThemeResult.topArticles': flat(0, 5),
  'Query.trendingEntities': listing(50, { work: 50 }),
  'Query.entitySuggestions': listing(100, { work: 300 }),
  'Query.entity': flat(50),
  'Query.relatedEntities': listing(100, { work: 100, perRow: 1 }),
  'Query.entityNetwork': listing(500, { work: 250, perRow: 1 }),
  'Query.entityCoverage': (args) => series(AGENCIES_OF_ENTITY * periodsOf(args)),
  'Query.entitySearch': (args) => ({
    rows: page(args, 20),
    work: 250 + 4 * Math.min(args.characters('query'), QUERY_MAX_CHARACTERS),
  }),
  'Query.entityArticles': listing(50, { work: 100, perRow: 12 }),
  'Query.policyDetails': flat(50),
  'Query.policies': listing(200, { work: 100 }),
  'Query.widgetConfig': flat(50),
  'Query.widgetArticles': flat(350, 50),
  'Query.newsById': flat(50),
  'Query.newsBatch': (args) => {
    const rows = Math.min(args.count('uniqueIds'), 500)
    return { rows, work: 100 + 5 * rows }
  },
  'Query.newsForTypesense': flat(100),
  'Query.newsBatchForBigquery': listing(1000, { work: 100, perRow: 5, argument: 'batchSize' }),
  'Query.similarArticles': listing(100, { work: 1000 }),
  'Query.integrityBatch': listing(1000, { work: 500, perRow: 1, argument: 'batchSize' }),
  'Query.clippings': flat(250, 25),
  'Query.clipping': flat(100),
  'Clipping.releases': listing(100, { work: 5, perRow: 1 }),
  'Query.release': flat(100),
  // A release may contain thousands of articles. The number is unknown before the read.
  'Query.releaseArticles': flat(2500, 300),
  'Query.clippingEstimate': (args) => ({ rows: 1, work: 250 + 30 * Math.min(args.count('keywords'), 50) }),
  'Query.estimateRecorteCount': (args) => ({
    rows: 1,
    work: 250 + 30 * Math.min(args.count('keywords'), 50),
  }),
  'Query.marketplaceListings': listing(100, { work: 100 }),
  'Query.marketplaceListing': flat(50),
  'MarketplaceListing.releases': listing(100, { work: 5, perRow: 1 }),
  'Query.myFollowedListings': flat(100, 200),
  'Query.pushPreferences': flat(50),
  'Query.pushFiltersData': flat(100, AGENCIES_MAX),
  'Query.currentUserHasTelegramLinked': flat(50),
}
