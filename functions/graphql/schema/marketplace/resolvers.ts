import type { AccessMap } from '../../request/access.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { lazyResolver } from '../../request/lazy-resolver.ts'
import { releasePage } from '../clippings/resolvers.ts'

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

const loadQueries = async () => (await import('./queries.ts')).queries
const loadMutations = async () => (await import('./mutations.ts')).mutations

export const resolvers = {
  Query: {
    marketplaceListings: lazyResolver(async () => (await loadQueries()).marketplaceListings),
    marketplaceListing: lazyResolver(async () => (await loadQueries()).marketplaceListing),
    myFollowedListings: lazyResolver(async () => (await loadQueries()).myFollowedListings),
  },
  Mutation: {
    publishToMarketplace: lazyResolver(async () => (await loadMutations()).publishToMarketplace),
    unpublishFromMarketplace: lazyResolver(async () => (await loadMutations()).unpublishFromMarketplace),
    likeMarketplaceListing: lazyResolver(async () => (await loadMutations()).likeMarketplaceListing),
    followMarketplaceListing: lazyResolver(async () => (await loadMutations()).followMarketplaceListing),
    cloneMarketplaceListing: lazyResolver(async () => (await loadMutations()).cloneMarketplaceListing),
  },
  // Missing where a recorte excludes no word.
  MarketplaceRecorte: { excludeKeywords: ({ excludeKeywords }) => excludeKeywords ?? [] },
  MarketplaceListing: {
    hasLiked: ({ id }, _, { loaders }) => loaders.likes.load(id),
    hasFollowed: ({ sourceClippingId }, _, { loaders }) => loaders.follows.load(sourceClippingId),
    releases: async ({ sourceClippingId, active }, { limit, before }, { loaders }) => {
      const page = { ...releasePage(sourceClippingId, { limit, before }), userId: null }
      return active ? await loaders.releases.load(page) : []
    },
  },
} satisfies Resolvers
