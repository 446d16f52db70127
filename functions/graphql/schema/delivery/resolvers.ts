import type { AccessMap } from '../../request/access.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { lazyResolvers } from '../../request/lazy-resolvers.ts'

export const access = {
  'Query.pushPreferences': 'user',
  'Query.pushFiltersData': 'user',
  'Query.pushPublicKey': 'public',
  'Query.currentUserHasTelegramLinked': 'public',
  'Mutation.syncPushSubscription': 'user',
  'Mutation.updatePushPreferences': 'user',
} satisfies AccessMap

export const resolvers = {
  Query: lazyResolvers(access, 'Query', async () => (await import('./queries.ts')).queries),
  Mutation: lazyResolvers(access, 'Mutation', async () => (await import('./mutations.ts')).mutations),
  PushFiltersData: {
    themes: (_, __, { catalogue }) => catalogue.listThemes(),
    agencies: (_, __, { catalogue }) => catalogue.listAgencies(),
  },
} satisfies Resolvers
