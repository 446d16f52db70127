import type { ChannelUrls, DeliveryChannels } from '../subscriptions/channels.ts'
import type { Recorte } from '../recortes/recorte.ts'
import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../clippings/bounds.ts'
import { PublicError } from '@pauta/platform/errors'
import { optionalText, requiredText } from '@pauta/platform/input/text-input'

/** A listing as the marketplace shows it. */
export interface Listing {
  id: string
  authorUserId: string
  /** Never an e-mail address. */
  authorDisplayName: string
  sourceClippingId: string
  name: string
  description: string | null
  /** The clipping's recortes at its last change while the listing was active. */
  recortes: Recorte[]
  prompt: string | null
  schedule: string | null
  likeCount: number
  /** Active subscribers without the author. */
  followerCount: number
  cloneCount: number
  publishedAt: Date
  updatedAt: Date
  active: boolean
}

/** A listing with the subscription of the user who follows it. */
export interface FollowedListing extends Listing, ChannelUrls {
  deliveryChannels: DeliveryChannels
  extraEmails: string[]
  followedAt: Date
}

/** Name and description of a publication; a null name means the clipping's name. */
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

/** The NOT_FOUND error for a listing that does not exist or is not active. Both get the same message. */
export function listingNotFound(): PublicError {
  return new PublicError('NOT_FOUND', 'listingId: não existe publicação ativa com esse id.', {
    details: { argument: 'listingId' },
  })
}
