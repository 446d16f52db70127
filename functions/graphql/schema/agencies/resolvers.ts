import type { AccessMap } from '../../request/access.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

export const access = { 'Query.agencies': 'public' } satisfies AccessMap
export const resolvers = {
  Query: { agencies: (_, __, { catalogue }) => catalogue.listAgencies() },
} satisfies Resolvers
