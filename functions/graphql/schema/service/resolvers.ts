import type { AccessMap } from '../../request/access.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

export const access = { 'Query.ping': 'public' } satisfies AccessMap
// A ping checks the service and not a cache.
export const resolvers = { Query: { ping: () => 'pong' } } satisfies Resolvers
