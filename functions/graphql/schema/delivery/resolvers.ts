import type { AccessMap } from '../../request/access.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { lazyResolver } from '../../request/lazy-resolver.ts'

export const access = {
  'Query.pushPreferences': 'user',
  'Query.pushFiltersData': 'user',
  'Query.currentUserHasTelegramLinked': 'public',
  'Mutation.syncPushSubscription': 'user',
  'Mutation.updatePushPreferences': 'user',
} satisfies AccessMap
const loadQueries = async () => (await import('./queries.ts')).queries
const loadMutations = async () => (await import('./mutations.ts')).mutations

export const resolvers = {
  Query: {
    pushPreferences: lazyResolver(async () => (await loadQueries()).pushPreferences),
    // The fields have their own resolvers.
    pushFiltersData: () => ({}),
    currentUserHasTelegramLinked: lazyResolver(
      async () => (await loadQueries()).currentUserHasTelegramLinked,
    ),
  },
  Mutation: {
    syncPushSubscription: lazyResolver(async () => (await loadMutations()).syncPushSubscription),
    updatePushPreferences: lazyResolver(async () => (await loadMutations()).updatePushPreferences),
  },
  PushFiltersData: {
    themes: (_, __, { catalogue }) => catalogue.listThemes(),
    agencies: (_, __, { catalogue }) => catalogue.listAgencies(),
  },
} satisfies Resolvers
