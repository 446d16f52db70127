import * as z from 'zod'
import { DAY_MS } from '@pauta/platform/time/time'
import { incomingArticleSchema, type IncomingArticle } from './article.ts'

/** What is known of an article besides what its sender wrote. */
export interface Receipt {
  now: Date
  /** When its message was sent, if it came as a message. */
  sentAt?: Date | undefined
}

const PICTURES = ['imageUrl', 'videoUrl'] as const

/** Whether a publication date may be stored at `now`: agencies announce at most a day ahead. */
export function isPlausiblePublication(publishedAt: Date, now: Date): boolean {
  return publishedAt.getTime() <= now.getTime() + DAY_MS
}

/** What a version goes by. A clock that runs ahead does not make an article immune to later versions. */
function versionOf(
  { extractedAt, updatedAt }: Pick<IncomingArticle, 'extractedAt' | 'updatedAt'>,
  { now, sentAt = now }: Receipt,
): Date {
  const version = extractedAt ?? updatedAt ?? sentAt
  return version < now ? version : now
}

/**
 * Checks an article from outside, whichever way it comes: by the queue, a file or the sample data. Its version is
 * `extractedAt`, else `updatedAt`, else the time its message was sent, and never later than now. Throws a ZodError that
 * names every field at fault; `publishedAt` more than 24 h after now is one of them.
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
