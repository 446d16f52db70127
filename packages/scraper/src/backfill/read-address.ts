import type { ListingItem, ScrapedArticle } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import type { DayWindow } from '../plan-page.ts'
import { reasonOf } from '../run/address-book.ts'
import { isArticleOf, isClosed, isCut } from '../run/judge-article.ts'
import { toNewsMessage, type NewsMessage } from '../run/news-message.ts'
import type { ReadPage, RunPorts, Site } from '../run/ports.ts'
import { fetchArticle, type Read } from '../run/site-pages.ts'
import { dayOf } from '../text/dates.ts'
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
export type ReadPlace = {
  readonly site: Site
  readonly window: DayWindow
  /** Stored articles by address. */
  readonly stored: ReadonlyMap<string, StoredAddress>
  /** A page of this turn ended with a closing tag, so one without it was cut. */
  closesPages: boolean
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

/** Whether a page that only a sitemap names is an article. */
const isNews = (entry: ListingItem, { flags }: ScrapedArticle) =>
  entry.title !== '' || !flags.includes('short')

/** Fetches and reads the article of an entry. Throws ScrapeError, also for a cut page and for another article. */
async function fetchEntry(
  entry: ListingItem,
  place: ReadPlace,
  fetcher: ReadPorts['fetcher'],
): Promise<Read<ScrapedArticle>> {
  const { site } = place
  const read = await fetchArticle(fetcher, { kind: site.kind, site }, entry, false)
  if (read === null) throw new ScrapeError('unknown', 'status 304 without a condition')
  const { text } = read.page
  place.closesPages ||= isClosed(text)
  if (isCut(text, place.closesPages)) throw new ScrapeError('network_error', 'the page ends early')
  if (!isArticleOf(entry, text, read.value))
    throw new ScrapeError('wrong_page', `the page is not "${entry.title}"`)
  return read
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
  const { page, value } = await fetchEntry(entry, place, fetcher)
  const { site, window, stored } = place
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
