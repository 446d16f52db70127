import { ScrapeError } from '../model/errors.ts'
import type { ListingItem, ScrapedArticle, SiteKind } from '../model/article.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { KINDS } from '../kinds/kinds.ts'
import { dayOf } from '../text/dates.ts'
import type { HintMemory, RunRequest, Site } from './ports.ts'
import {
  chooseSources,
  findMenuFolder,
  findMovedFolder,
  isInNews,
  pickHints,
  readSources,
  type Hint,
} from './site-hints.ts'
import type { Read } from './site-pages.ts'

/** Articles that a run reads because a feed or sitemap names them. */
const HINTS_MAX = 15

/** What `followHints` needs of the run of an agency. */
export type HintRun = {
  readonly site: Site
  readonly kind: SiteKind
  readonly request: RunRequest
  /** A listing of the site is gone or has changed. */
  readonly hasFailed: boolean
  readonly fetcher: Pick<Fetcher, 'fetchPage' | 'remember'>
  readonly memory: HintMemory
  /** Whether the article is stored, was asked in vain, or was shown by a listing of this run. */
  isKnown(url: string): boolean
  /** Throws at the time limit of the run. */
  endAtDeadline(): void
  /** Reads the listing in another folder than the configured one. */
  readMoved(folder: string): Promise<void>
  /** Reads an article, if it changed. Throws ScrapeError. */
  read(item: ListingItem): Promise<Read<ScrapedArticle> | null>
  /** Sends an article. */
  send(read: Read<ScrapedArticle>, item: ListingItem): Promise<unknown>
}

/** The outcome of a hint. `unanswered`: the site does not answer any more. */
type Outcome = 'sent' | 'left' | 'unanswered'

/** Sends the article of a hint, if it is of the days of the run. The date is on its page only. */
async function followOne(run: HintRun, { item, what }: Hint): Promise<Outcome> {
  // The date of a sitemap is that of the last change.
  const entry = what === 'sitemap' ? { ...item, stamp: null } : item
  let read: Read<ScrapedArticle> | null
  try {
    read = await run.read(entry)
  } catch (error) {
    if (!(error instanceof ScrapeError)) throw error
    return ['anti_bot', 'host_paused', 'network_error'].includes(error.kind) ? 'unanswered' : 'left'
  }
  if (read === null) return 'left'
  const { publishedAt, flags } = read.value
  const day = publishedAt === null ? '' : dayOf(publishedAt)
  const { start, end } = run.request.window
  // A sitemap names folders and forms, too.
  const isNews = what !== 'sitemap' || !flags.includes('short')
  if (isNews && day >= start && day <= end) {
    await run.send(read, entry)
    return 'sent'
  }
  await run.fetcher.remember(read.page)
  return 'left'
}

/** Returns the folder to which the listing of a site moved, by what its sources name and then by its menu, or null. */
async function findFolder({ site, kind, request, fetcher }: HintRun, hints: readonly Hint[]) {
  const named = findMovedFolder(hints, { site, kind, window: request.window })
  if (named !== null || KINDS[kind].isNews !== undefined || KINDS[kind].listingAs !== 'html') return named
  // A listing of which the sources name news has not moved.
  return hints.some(({ item }) => isInNews(site, kind, item.url)) ? null : await findMenuFolder(fetcher, site)
}

/**
 * Sends articles that no listing showed and that a feed, a sitemap or the search of the whole site names. When a listing
 * is gone, reads it in the folder that the hints name. Returns the number of articles that only hints named.
 */
export async function followHints(run: HintRun): Promise<number> {
  const { site, kind, request, hasFailed, fetcher, memory } = run
  const [listingUrl] = site.listingUrls
  const chosen = chooseSources(kind, request, hasFailed)
  if (listingUrl === undefined || chosen.size === 0) return 0
  // An unchanged feed still has the addresses of the news of a missing listing.
  const options = { fetcher, memory, conditional: !hasFailed }
  const sources = await readSources({ kind, listingUrl }, chosen, options)
  const hints = sources.flatMap((source) => source.hints)
  const folder = hasFailed ? await findFolder(run, hints) : null
  if (folder !== null) await run.readMoved(folder)
  const picked = pickHints(hints, { site, kind, window: request.window })
  const fresh = picked.filter(({ item: { url } }) => !run.isKnown(url))
  let sent = 0
  for (const hint of fresh.slice(0, HINTS_MAX)) {
    run.endAtDeadline()
    const outcome = await followOne(run, hint)
    if (outcome === 'unanswered') return sent
    if (outcome === 'sent') sent += 1
  }
  // The next run reads the rest. Without validators it gets the sources in full.
  if (fresh.length <= HINTS_MAX) for (const { page } of sources) await fetcher.remember(page)
  return sent
}
