import type { AccessMap } from '../../request/access.ts'
import { lazyResolvers } from '../../request/lazy-resolvers.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { access as freshnessAccess, queries as freshnessQueries } from './freshness.ts'

/** Fields that only operators call, so that their code is loaded late. */
const operatorAccess = {
  'Query.pipelineStatus': 'service',
  'Query.queueDepths': 'service',
  'Query.siteStatus': 'service',
  'Query.jobStatus': 'service',
  'Query.jobRuns': 'service',
  'Query.deliveryChannels': 'service',
  'Query.deliveryRows': 'service',
  'Query.incidentReports': 'service',
  'Query.operationsHistory': 'service',
} satisfies AccessMap

export const access = {
  'Query.ping': 'public',
  ...operatorAccess,
  ...freshnessAccess,
} satisfies AccessMap

export const resolvers = {
  Query: {
    // A ping checks the service and not a cache.
    ping: () => 'pong',
    ...lazyResolvers(operatorAccess, 'Query', async () => (await import('./queries.ts')).queries),
    ...freshnessQueries,
  },
} satisfies Resolvers
