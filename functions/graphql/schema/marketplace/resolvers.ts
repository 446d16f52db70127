import type { AccessMap } from '../../request/access.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { lazyResolvers } from '../../request/lazy-resolvers.ts'
import { recorteFields, releasePage } from '../clippings/resolvers.ts'

export const access = {
  'Query.marketplaceListings': 'public',
  'Query.marketplaceListing': 'public',
  'Query.myFollowedListings': 'user',
  'Mutation.publishToMarketplace': 'user',
  'Mutation.unpublishFromMarketplace': 'user',
  'Mutation.likeMarketplaceListing': 'user',
  'Mutation.followMarketplaceListing': 'user',
  'Mutation.cloneMarketplaceListing': 'user',
} satisfies AccessMap

export const resolvers = {
  Query: lazyResolvers(access, 'Query', async () => (await import('./queries.ts')).queries),
  Mutation: lazyResolvers(access, 'Mutation', async () => (await import('./mutations.ts')).mutations),
  MarketplaceRecorte: recorteFields,
  MarketplaceListing: {
    hasLiked: ({ id }, _, { loaders }) => loaders.likes.load(id),
    hasFollowed: ({ sourceClippingId }, _, { loaders }) => loaders.follows.load(sourceClippingId),
    releases: async ({ sourceClippingId, active }, { limit, before }, { loaders }) => {
      const page = { ...releasePage(sourceClippingId, { limit, before }), userId: null }
      return active ? await loaders.releases.load(page) : []
    },
  },
} satisfies Resolvers
