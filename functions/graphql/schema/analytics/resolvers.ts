import { readKpis } from '@pauta/core/analytics/kpis'
import type { AccessMap } from '../../access.ts'
import { daysArgument } from '../../arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

export const access = { 'Query.analyticsKpis': 'public' } satisfies AccessMap

export const resolvers = {
  Query: {
    analyticsKpis: (_, { range }, { index, now }) => readKpis(index, daysArgument(range.days), now),
  },
} satisfies Resolvers
