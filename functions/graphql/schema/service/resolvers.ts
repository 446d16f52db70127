import type { AccessMap } from '../../request/access.ts'
import type { KeepingMap } from '../../caching/cache-policy.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

export const access = { 'Query.ping': 'public' } satisfies AccessMap
// Whoever pings wants to hear from us, not from a cache.
export const keeping = { 'Query.ping': 'never' } satisfies KeepingMap

export const resolvers = { Query: { ping: () => 'pong' } } satisfies Resolvers
