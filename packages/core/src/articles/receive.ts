import * as z from 'zod'
import { DAY_MS } from '@pauta/platform/time/time'
import { incomingArticleSchema, type IncomingArticle } from './article.ts'

/** Facts about an article besides its own fields. */
export interface Receipt {
  now: Date
  /** When its message was sent; undefined for other sources. */
  sentAt?: Date | undefined
}

const PICTURES = ['imageUrl', 'videoUrl'] as const

/**
 * Whether a publication date is acceptable at `now`: at most 24 hours ahead, as agencies announce news up to a day
 * ahead.
 */
export function isPlausiblePublication(publishedAt: Date, now: Date): boolean {
  return publishedAt.getTime() <= now.getTime() + DAY_MS
}

/** Returns the time of a version, at most `now`. Otherwise a wrong clock would block later versions of the article. */
function versionOf(
  { extractedAt, updatedAt }: Pick<IncomingArticle, 'extractedAt' | 'updatedAt'>,
  { now, sentAt = now }: Receipt,
): Date {
  const version = extractedAt ?? updatedAt ?? sentAt
  return new Date(Math.min(version.getTime(), now.getTime()))
}

/**
 * Validates an article from a queue, a file or the sample data. Its version is `extractedAt`, else `updatedAt`, else
 * the time its message was sent, and never later than now. Throws a ZodError that names every invalid field, such as a
 * `publishedAt` more than 24 h after now.
 */
export function receiveArticle(value: unknown, receipt: Receipt): IncomingArticle {
  const { now } = receipt
  const article = incomingArticleSchema.parse(value)
  if (!isPlausiblePublication(article.publishedAt, now)) {
    throw new z.ZodError([
      {
        code: 'custom',
        path: ['publishedAt'],
        message: 'must not lie more than 24 h ahead',
        input: article.publishedAt,
      },
    ])
  }
  const given = value as Partial<Record<(typeof PICTURES)[number], unknown>>
  const dropped = PICTURES.filter(
    (field) => article[field] === null && typeof given[field] === 'string' && given[field].trim() !== '',
  )
  return { ...article, versionAt: versionOf(article, receipt), dropped }
}
