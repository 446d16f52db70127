import * as z from 'zod'

/** Titles of one push for new articles: it tells of the newest and counts the others. */
export const PUSHED_TITLES_MAX = 5

/** What a row of kind `new-articles` carries: the newest of them, newest first, and how many there are in all. */
export const newArticlesSchema = z.object({
  articles: z
    .array(z.object({ title: z.string(), agencyName: z.string().nullable(), url: z.string().nullable() }))
    .min(1)
    .max(PUSHED_TITLES_MAX),
  count: z.number().int().positive(),
})

export type NewArticles = z.output<typeof newArticlesSchema>

/** What a row of kind `telegram-moved` carries: whether the account gained the chat, or lost it. */
export const telegramMovedSchema = z.object({ hasChat: z.boolean() })

/** What a row of kind `clipping-ended` or `confirmation` carries. Rows of old say no id. */
export const clippingMentionSchema = z.object({
  clippingId: z.string().nullable().default(null),
  clippingName: z.string(),
  /** Of `clipping-ended`: the clipping is public no more; else it was deleted. */
  isUnpublished: z.boolean().default(false),
})
