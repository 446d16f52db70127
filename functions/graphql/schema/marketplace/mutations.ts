import { cloneListing } from '@pauta/clippings/marketplace/clone'
import { toggleFollow } from '@pauta/clippings/marketplace/follow'
import { toggleLike } from '@pauta/clippings/marketplace/likes'
import { parseListingWords } from '@pauta/clippings/marketplace/listing'
import { publishClipping, unpublishListing } from '@pauta/clippings/marketplace/publish'
import { idArgument } from '../../request/arguments.ts'
import type { Context } from '../../request/context.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { getUserId } from '../../request/viewer.ts'

/** The arguments of a change to a listing. */
const aboutListing = (listingId: string, { viewer, now }: Context) => ({
  userId: getUserId(viewer),
  listingId: idArgument(listingId, 'listingId'),
  now,
})

const CLONE_IS_OFF =
  'cloneMarketplaceListing: a cópia começa desligada e sem canais. Escolha os canais com updateMySubscription e ligue os ' +
  'envios com setClippingActive.'

export const mutations = {
  publishToMarketplace: (_, { clippingId, input }, { db, viewer, now }) =>
    publishClipping(db, {
      userId: getUserId(viewer),
      clippingId: idArgument(clippingId, 'clippingId'),
      words: parseListingWords(input),
      now,
    }),
  unpublishFromMarketplace: async (_, { listingId }, context) => {
    await unpublishListing(context.db, aboutListing(listingId, context))
    await context.enqueueNotices()
    return true
  },
  likeMarketplaceListing: (_, { listingId }, context) =>
    toggleLike(context.db, aboutListing(listingId, context)),
  followMarketplaceListing: (_, { listingId }, context) =>
    toggleFollow(context.db, aboutListing(listingId, context)),
  cloneMarketplaceListing: async (_, { listingId }, context) => {
    const clipping = await cloneListing(context.db, aboutListing(listingId, context))
    context.warnings.push(CLONE_IS_OFF)
    return clipping
  },
} satisfies Resolvers['Mutation']
