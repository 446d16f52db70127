// The operations of the marketplace, as a portal sends them.
import { expect } from 'vitest'
import type { Client } from './client.ts'

/** Every field of a listing that does not depend on the caller. */
export const FIELDS = `id authorUserId authorDisplayName sourceClippingId name description
  recortes { id title themes agencies keywords } prompt schedule likeCount followerCount cloneCount publishedAt
  updatedAt active`
export const PUBLISH = `mutation ($clippingId: String!, $input: PublishInput!) {
  publishToMarketplace(clippingId: $clippingId, input: $input) { ${FIELDS} hasLiked hasFollowed }
}`
export const UNPUBLISH = 'mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }'
export const LIKE = 'mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }'
export const FOLLOW = 'mutation ($id: String!) { followMarketplaceListing(listingId: $id) }'
export const CLONE = `mutation ($id: String!) {
  cloneMarketplaceListing(listingId: $id) {
    id name description prompt schedule active nextRunAt isAuthor authorUserId publishedToMarketplace
    recortes { id title themes agencies keywords } extraEmails includeHistory
    deliveryChannels { email telegram push webhook } mySubscription { role active webhookUrl }
  }
}`
const LISTING = `query ($id: String!) { marketplaceListing(id: $id) { ${FIELDS} hasLiked hasFollowed } }`

/** Returns a listing as the caller sees it; null without one. */
export const getListing = async (client: Client, id: string) =>
  (await client.query(LISTING, { id })).marketplaceListing

/** Returns code and message of the only error. */
export async function refusal(client: Client, document: string, variables: Record<string, unknown>) {
  const { errors } = await client.ask(document, variables)
  expect(errors).toHaveLength(1)
  return { code: errors[0]?.extensions['code'], message: errors[0]?.message }
}
