import type { AccessMap } from '../../request/access.ts'
import type { KeepingMap } from '../../caching/cache-policy.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { late } from '../../request/late.ts'
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

export const keeping = {
  // People publish, like and withdraw, and look whether it shows.
  'Query.marketplaceListings': 'seconds',
  'Query.marketplaceListing': 'seconds',
  'MarketplaceListing.hasLiked': 'viewer',
  'MarketplaceListing.hasFollowed': 'viewer',
} satisfies KeepingMap

const loadQueries = async () => (await import('./queries.ts')).queries
const loadMutations = async () => (await import('./mutations.ts')).mutations

export const resolvers = {
  Query: {
    marketplaceListings: late(async () => (await loadQueries()).marketplaceListings),
    marketplaceListing: late(async () => (await loadQueries()).marketplaceListing),
    myFollowedListings: late(async () => (await loadQueries()).myFollowedListings),
  },
  Mutation: {
    publishToMarketplace: late(async () => (await loadMutations()).publishToMarketplace),
    unpublishFromMarketplace: late(async () => (await loadMutations()).unpublishFromMarketplace),
    likeMarketplaceListing: late(async () => (await loadMutations()).likeMarketplaceListing),
    followMarketplaceListing: late(async () => (await loadMutations()).followMarketplaceListing),
    cloneMarketplaceListing: late(async () => (await loadMutations()).cloneMarketplaceListing),
  },
  MarketplaceListing: {
    hasLiked: ({ id }, _, { loaders }) => loaders.likes.load(id),
    hasFollowed: ({ sourceClippingId }, _, { loaders }) => loaders.follows.load(sourceClippingId),
    releases: async ({ sourceClippingId, active }, args, { loaders }) => {
      const page = { ...releasePage(sourceClippingId, args), userId: null }
      return active ? await loaders.releases.load(page) : []
    },
  },
} satisfies Resolvers
