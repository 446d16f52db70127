import { readKpis } from '@pauta/core/analytics/kpis'
import { listTopAgencies, listTopThemes } from '@pauta/core/analytics/rankings'
import { listDailyCounts } from '@pauta/core/analytics/timeline'
import { readRows } from '@pauta/core/database'
import type { AccessMap } from '../../access.ts'
import { daysArgument, limitArgument } from '../../arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

const LIMIT_MAX = 100

export const access = {
  'Query.analyticsKpis': 'public',
  'Query.topThemes': 'public',
  'Query.topAgencies': 'public',
  'Query.articlesTimeline': 'public',
} satisfies AccessMap

export const resolvers = {
  Query: {
    analyticsKpis: (_, { range }, { index, now }) => readKpis(index, daysArgument(range.days), now),
    topThemes: async (_, { range, limit }, { index, now }) => {
      const days = daysArgument(range.days)
      const themes = await listTopThemes(index, { days, now, limit: limitArgument(limit, LIMIT_MAX) })
      return themes.map(({ value, count }) => ({ label: value, count }))
    },
    topAgencies: async (_, { range, limit }, { index, now }) => {
      const days = daysArgument(range.days)
      const agencies = await listTopAgencies(index, { days, now, limit: limitArgument(limit, LIMIT_MAX) })
      return agencies.map(({ value, count }) => ({ name: value, count }))
    },
    articlesTimeline: async (_, { range }, { db, now }) => {
      const days = daysArgument(range.days)
      return await readRows(() => listDailyCounts(db, { days, now }))
    },
  },
} satisfies Resolvers
