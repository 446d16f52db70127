import type { AccessMap } from '../../request/access.ts'
import type { KeepingMap } from '../../caching/cache-policy.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { late } from '../../request/late.ts'

export const access = {
  'Query.pushPreferences': 'user',
  'Query.pushFiltersData': 'user',
  'Query.currentUserHasTelegramLinked': 'public',
  'Mutation.syncPushSubscription': 'user',
  'Mutation.updatePushPreferences': 'user',
} satisfies AccessMap
export const keeping = { 'Query.currentUserHasTelegramLinked': 'viewer' } satisfies KeepingMap

const loadQueries = async () => (await import('./queries.ts')).queries
const loadMutations = async () => (await import('./mutations.ts')).mutations

export const resolvers = {
  Query: {
    pushPreferences: late(async () => (await loadQueries()).pushPreferences),
    // Its fields are read as they are asked for.
    pushFiltersData: () => ({}),
    currentUserHasTelegramLinked: late(async () => (await loadQueries()).currentUserHasTelegramLinked),
  },
  Mutation: {
    syncPushSubscription: late(async () => (await loadMutations()).syncPushSubscription),
    updatePushPreferences: late(async () => (await loadMutations()).updatePushPreferences),
  },
  PushFiltersData: {
    themes: (_, __, { catalogue }) => catalogue.listThemes(),
    agencies: (_, __, { catalogue }) => catalogue.listAgencies(),
  },
} satisfies Resolvers
