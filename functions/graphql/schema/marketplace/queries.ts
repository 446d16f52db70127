import { readRows } from '@pauta/platform/database/database'
import { findListing, listFollowedListings, listListings } from '@pauta/clippings/marketplace/queries'
import { idArgument, pageArgument, pageSizeArgument } from '../../request/arguments.ts'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'
import { getUserId } from '../../request/viewer.ts'

const LISTINGS_MAX = 100

export const queries = {
  marketplaceListings: (_, { page: asked, limit: most }, { db }) => {
    const limit = pageSizeArgument(most, LISTINGS_MAX)
    const page = pageArgument(asked, limit)
    return readRows(() => listListings(db, { page, limit }))
  },
  marketplaceListing: async (_, { id: asked }, { db }) => {
    const id = idArgument(asked, 'id')
    return (await readRows(() => findListing(db, id))) ?? null
  },
  myFollowedListings: (_, __, { db, viewer }) => readRows(() => listFollowedListings(db, getUserId(viewer))),
} satisfies QueryResolvers
