import { listAgencyMetrics } from '@pauta/core/analytics/agency-metrics'
import { countArticlesBy } from '@pauta/core/analytics/article-counts'
import { readKpis } from '@pauta/core/analytics/kpis'
import { listTop } from '@pauta/core/analytics/rankings'
import { listThemeTimeline } from '@pauta/core/analytics/theme-timeline'
import { listDailyCounts } from '@pauta/core/analytics/timeline'
import { listKeysByName } from '@pauta/core/agencies/queries'
import { stateName } from '@pauta/core/articles/states'
import { readRows } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import { listCodesByLabel } from '@pauta/core/themes/queries'
import type { FacetCount } from '@pauta/core/search-index/facets'
import { parseEnd, parseStart, parseWindow } from '@pauta/platform/time/time'
import type { AccessMap } from '../../request/access.ts'
import { agenciesArgument, daysArgument, limitArgument, queryArgument } from '../../request/arguments.ts'
import { warnOfUnknownAgencies, warnOfUnknownValues } from '../../request/unknown-values.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { selectedFields } from '../../request/selected-fields.ts'
import { access as trendAccess, queries as trendQueries } from './trends.ts'

const LIMIT_MAX = 100
/** More days than two years have. */
const COUNTS_MAX = 1000
/** The number of level-1 themes. */
const TIMELINE_THEMES_MAX = 25

export const access = {
  'Query.articleCounts': 'public',
  'Query.analyticsKpis': 'public',
  'Query.topThemes': 'public',
  'Query.topAgencies': 'public',
  'Query.topStates': 'public',
  'Query.articlesTimeline': 'public',
  'Query.themeTimeline': 'public',
  'Query.agencyAnalytics': 'public',
  ...trendAccess,
} satisfies AccessMap

/** Returns 1 to 200 agency keys or official names. Throws LIMIT_EXCEEDED or BAD_USER_INPUT. */
function someAgenciesArgument(agencies: readonly string[]): string[] {
  if (agencies.length === 0) throw badInput('agencies', 'informe ao menos um órgão.')
  return agenciesArgument(agencies)
}

/** Returns the window between two required dates. Throws BAD_USER_INPUT for a blank or invalid date. */
function daysBetween(dateFrom: string, dateTo: string): { from: Date; to: Date } {
  const names = { start: 'dateFrom', end: 'dateTo' }
  parseWindow(dateFrom, dateTo, names)
  return { from: parseStart(dateFrom, names.start), to: parseEnd(dateTo, names.end) }
}

const labelsOf = (counts: readonly FacetCount[]) => counts.map(({ value }) => value)

export const resolvers = {
  Query: {
    articleCounts: async (_, { query, filter, by, limit }, context) => {
      const { index, findEntityNames, findVocabulary } = context
      const request = {
        query: queryArgument(query ?? ''),
        filter: filter ?? null,
        by,
        limit: limitArgument(limit, COUNTS_MAX),
      }
      const counts = await readRows(() =>
        countArticlesBy({ index, findEntityNames, findVocabulary }, request),
      )
      await warnOfUnknownValues(filter, context, counts)
      return counts
    },
    analyticsKpis: (_, { range }, { index, now }) => readKpis(index, daysArgument(range.days), now),
    topThemes: async (_, { range, limit }, { db, index, now }, info) => {
      const days = daysArgument(range.days)
      const themes = await listTop(index, 'theme_l1_label', {
        days,
        now,
        limit: limitArgument(limit, LIMIT_MAX),
      })
      const codes = selectedFields(info).has('code')
        ? await readRows(() => listCodesByLabel(db, labelsOf(themes)))
        : undefined
      return themes.map(({ value, count }) => ({ label: value, count, code: codes?.get(value) ?? null }))
    },
    topAgencies: async (_, { range, limit }, { db, index, now }, info) => {
      const days = daysArgument(range.days)
      const agencies = await listTop(index, 'agency_name', {
        days,
        now,
        limit: limitArgument(limit, LIMIT_MAX),
      })
      const keys = selectedFields(info).has('key')
        ? await readRows(() => listKeysByName(db, labelsOf(agencies)))
        : undefined
      return agencies.map(({ value, count }) => ({ name: value, count, key: keys?.get(value) ?? null }))
    },
    topStates: async (_, { range, limit }, { index, now }) => {
      const days = daysArgument(range.days)
      const states = await listTop(index, 'states', { days, now, limit: limitArgument(limit, LIMIT_MAX) })
      return states.map(({ value, count }) => ({ code: value, name: stateName(value), count }))
    },
    articlesTimeline: async (_, { range }, { db, now }) => {
      const days = daysArgument(range.days)
      return await readRows(() => listDailyCounts(db, { days, now }))
    },
    themeTimeline: async (_, { dateFrom, dateTo, granularity, limit }, { db }) => {
      const request = {
        window: daysBetween(dateFrom, dateTo),
        granularity,
        limit: limitArgument(limit, TIMELINE_THEMES_MAX),
      }
      return await readRows(() => listThemeTimeline(db, request))
    },
    agencyAnalytics: async (_, { agencies, dateFrom, dateTo, granularity, metrics }, context) => {
      const request = {
        agencies: someAgenciesArgument(agencies),
        window: daysBetween(dateFrom, dateTo),
        granularity,
        metrics: metrics ?? null,
      }
      const rows = await readRows(() => listAgencyMetrics(context.db, request))
      await warnOfUnknownAgencies(request.agencies, context, { argument: 'agencies', match: 'KEY_OR_NAME' })
      return rows
    },
    ...trendQueries,
  },
} satisfies Resolvers
