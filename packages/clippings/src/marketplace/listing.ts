import type { DeliveryChannels } from '../subscriptions/channels.ts'
import type { Recorte } from '../recortes/recorte.ts'
import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../clippings/clipping.ts'
import { PublicError } from '@pauta/platform/errors'
import { optionalText, requiredText } from '@pauta/platform/text/text-input'

/** Listings on a page of the marketplace. */

/** A clipping as the marketplace shows it. */
export interface Listing {
  id: string
  authorUserId: string
  /** Never an e-mail. */
  authorDisplayName: string
  sourceClippingId: string
  name: string
  description: string | null
  /** As they were at the last change of the clipping while the listing was active. */
  recortes: Recorte[]
  prompt: string | null
  schedule: string | null
  likeCount: number
  /** Active subscribers; the author is none. */
  followerCount: number
  cloneCount: number
  publishedAt: Date
  updatedAt: Date
  active: boolean
}

/** A listing with the subscription of the user who follows it. */
export interface FollowedListing extends Listing {
  deliveryChannels: DeliveryChannels
  extraEmails: string[]
  webhookUrl: string | null
  followedAt: Date
}

/** The words under which a clipping is published; a name of null is that of the clipping. */
export interface ListingWords {
  name: string | null
  description: string | null
}

/** Throws BAD_USER_INPUT naming the field. */
export function parseListingWords(input: {
  name: string
  description?: string | null | undefined
}): ListingWords {
  return {
    name: input.name.trim() === '' ? null : requiredText(input.name, 'input.name', NAME_MAX_CHARACTERS),
    description: optionalText(input.description, 'input.description', DESCRIPTION_MAX_CHARACTERS),
  }
}

/** NOT_FOUND of a listing that is not there or no longer public; the two are not told apart. */
export function listingNotFound(): PublicError {
  return new PublicError('NOT_FOUND', 'listingId: não existe publicação ativa com esse id.', {
    details: { argument: 'listingId' },
  })
}
