import { DAY_MS } from '@pauta/platform/time/time'
import type { ScrapedArticle } from '../article/article.ts'

const TITLE_MAX_CHARACTERS = 2_000
const SHORT_TEXT_MAX_CHARACTERS = 5_000
const CONTENT_MAX_CHARACTERS = 1_000_000
const TAGS_MAX = 100
const EARLIEST = Date.parse('1990-01-01T00:00:00Z')
const AHEAD_MAX_MILLISECONDS = DAY_MS

/** A message of the queue `news-ingest`, as docs/sending-news.md describes it. Instants are ISO 8601 with an offset. */
export type NewsMessage = NonNullable<ReturnType<typeof toNewsMessage>>

const cut = (text: string, max: number) => text.slice(0, max).toWellFormed()
const cutOrNull = (text: string | null) => (text === null ? null : cut(text, SHORT_TEXT_MAX_CHARACTERS))

/**
 * The message for a scraped article, or null when its date is missing or implausible (before 1990 or more than 24 hours
 * ahead): the queue refuses these. `storedId` is the id under which the address is stored already; an id is made once.
 */
export function toNewsMessage(article: ScrapedArticle, now: Date, storedId?: string) {
  const { publishedAt, uniqueId } = article
  if (publishedAt === null || uniqueId === null) return null
  const time = Date.parse(publishedAt.iso)
  if (time < EARLIEST || time > now.getTime() + AHEAD_MAX_MILLISECONDS) return null
  return {
    uniqueId: storedId ?? uniqueId,
    agencyKey: article.agency,
    title: cut(article.title, TITLE_MAX_CHARACTERS),
    url: article.url,
    publishedAt: publishedAt.iso,
    updatedAt: article.updatedAt?.iso ?? null,
    extractedAt: now.toISOString(),
    content: cut(article.markdown, CONTENT_MAX_CHARACTERS),
    subtitle: cutOrNull(article.subtitle),
    editorialLead: cutOrNull(article.editorialLead),
    category: cutOrNull(article.category),
    tags: article.tags.slice(0, TAGS_MAX).map((tag) => cut(tag, SHORT_TEXT_MAX_CHARACTERS)),
    imageUrl: article.imageUrl,
    videoUrl: article.videoUrl,
  }
}
