import { readRows } from '@pauta/core/database'
import { LISTINGS_PER_PAGE } from '@pauta/core/marketplace/listing'
import { findListing, listFollowedListings, listListings } from '@pauta/core/marketplace/queries'
import { idArgument, pageArgument } from '../../arguments.ts'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'
import { getUserId } from '../../viewer.ts'

export const queries = {
  marketplaceListings: (_, { page: asked }, { db }) => {
    const page = pageArgument(asked, LISTINGS_PER_PAGE)
    return readRows(() => listListings(db, page))
  },
  marketplaceListing: async (_, { id: asked }, { db }) => {
    const id = idArgument(asked, 'id')
    return (await readRows(() => findListing(db, id))) ?? null
  },
  myFollowedListings: (_, __, { db, viewer }) => readRows(() => listFollowedListings(db, getUserId(viewer))),
} satisfies QueryResolvers
