import * as z from 'zod'
import { DELIVERY_CHANNELS } from '@pauta/platform/config/delivery-channels'

/** Titles in one push for new articles; the text counts the others. */
export const PUSHED_TITLES_MAX = 5

/** Payload of kind `new-articles`: the newest articles, newest first, and the number of all. */
export const newArticlesSchema = z.object({
  articles: z
    .array(z.object({ title: z.string(), agencyName: z.string().nullable(), url: z.string().nullable() }))
    .min(1)
    .max(PUSHED_TITLES_MAX),
  count: z.number().int().positive(),
})

export type NewArticles = z.output<typeof newArticlesSchema>

/** Payload of kind `telegram-moved`: whether the account gained or lost the chat. */
export const telegramMovedSchema = z.object({ hasChat: z.boolean() })

/** Payload of kind `channel-off`: the channel of the reader's subscription to a clipping, and why it is off. */
export const channelOffSchema = z.object({
  channel: z.enum(DELIVERY_CHANNELS),
  reason: z.enum(['failed', 'gone']),
  clippingId: z.string(),
  clippingName: z.string(),
  isAuthor: z.boolean(),
})

export type ChannelOff = z.output<typeof channelOffSchema>

/** Payload of kind `clipping-changed`. A newer version of the code may write changes that this one does not describe. */
export const clippingChangedSchema = z.object({
  clippingId: z.string(),
  clippingName: z.string(),
  changes: z.array(z.string()),
})

/** Payload of kinds `clipping-ended` and `confirmation`. A confirmation has no id. */
export const clippingMentionSchema = z.object({
  clippingId: z.string().nullable().default(null),
  clippingName: z.string(),
  /** For `clipping-ended`: true if the clipping is no longer public, false if it was deleted. */
  isUnpublished: z.boolean().default(false),
})
