import type { ListingItem } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import { ScrapeError } from '../errors.ts'
import { reasonOf } from '../crawl/address-notes.ts'
import { fetchJudged, isNews, type PageEnds } from '../site/judge-article.ts'
import { toNewsMessage, type NewsMessage } from '../crawl/news-message.ts'
import type { ReadPage, RunPorts } from '../crawl/ports.ts'
import type { Site } from '../site/site.ts'
import { dayOf, type DayWindow } from '../dates/dates.ts'
import type { Outcome, StoredAddress } from './backfills.ts'

/** A message of history: it arrived when it was published, so that nobody is told of it. */
export type PastMessage = NewsMessage & { readonly isPast: true }

/** What reading an address needs from outside. */
export type ReadPorts = {
  readonly fetcher: RunPorts['fetcher']
  readonly send: (message: PastMessage) => Promise<void>
  readonly keepRaw: (page: ReadPage) => Promise<boolean>
  readonly now: () => Date
}

/** What was read at an address. */
export type ReadResult = { readonly outcome: Outcome; readonly detail: string | null }

/** Where addresses are read. */
export type ReadPlace = PageEnds & {
  readonly site: Site
  readonly window: DayWindow
  /** Stored articles by address. */
  readonly stored: ReadonlyMap<string, StoredAddress>
}

/** Why an address is not asked again; null for a fault that may pass. */
export function finalOutcome(error: ScrapeError): Outcome | null {
  const reason = reasonOf(error)
  if (reason === 'gone') return 'gone'
  return reason === 'refused' || reason === 'hopeless' ? 'refused' : null
}

/**
 * The message of an article of history. Its version is as old as the article: it fills gaps and never replaces what a run
 * has read since.
 */
function toPastMessage(article: ScrapedArticle, now: Date, storedId: string | undefined): PastMessage | null {
  const message = toNewsMessage(article, now, storedId)
  return message && { ...message, extractedAt: message.publishedAt, isPast: true }
}

/**
 * Reads the article of an entry, keeps its page, and sends it if it is of the window and not stored. Throws ScrapeError
 * when the page cannot be read, and errors of the stores.
 */
export async function readAddress(
  entry: ListingItem,
  place: ReadPlace,
  { fetcher, send, keepRaw, now }: ReadPorts,
): Promise<ReadResult> {
  const { site, window, stored } = place
  const read = await fetchJudged(fetcher, site, entry, { conditional: false, ends: place })
  if (read === null) throw new ScrapeError('unknown', 'status 304 without a condition')
  const { page, value } = read
  if (!isNews(entry, value)) return { outcome: 'no_news', detail: null }
  const at = now()
  const message = toPastMessage(value, at, stored.get(value.url)?.uniqueId)
  const day = message === null || value.publishedAt === null ? null : dayOf(value.publishedAt)
  if (day !== null && day < window.start) return { outcome: 'older', detail: null }
  if (day !== null && day > window.end) return { outcome: 'newer', detail: null }
  const { key: agencyKey, kind } = site
  await keepRaw({ agencyKey, kind, url: value.url, uniqueId: message?.uniqueId ?? null, entry, page, at })
  if (message === null)
    return { outcome: 'undated', detail: `the date is ${value.publishedAt?.iso ?? 'missing'}` }
  if (stored.has(value.url)) return { outcome: 'known', detail: null }
  await send(message)
  return { outcome: 'stored', detail: null }
}
