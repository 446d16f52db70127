import type { AccessMap } from '../../request/access.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { lazyResolvers } from '../../request/lazy-resolvers.ts'

export const access = {
  'Query.alertAddress': 'public',
  'Mutation.requestAlert': 'public',
  'Mutation.confirmAlert': 'public',
  'Mutation.updateAlert': 'public',
  'Mutation.cancelAlert': 'public',
  'Mutation.leaveAlerts': 'public',
} satisfies AccessMap

export const resolvers = {
  Query: lazyResolvers(access, 'Query', async () => (await import('./queries.ts')).queries),
  Mutation: lazyResolvers(access, 'Mutation', async () => (await import('./mutations.ts')).mutations),
} satisfies Resolvers
