import { DAY_MS } from '@pauta/platform/time/time'
import type { AddressNote } from './address-notes.ts'
import type { FetchedPage } from '../fetch/fetcher.ts'
import type { Listing } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import type { ErrorKind, ScrapeError, UnreadPage } from '../errors.ts'
import { showPage, type Read } from '../site/site-pages.ts'
import { judgeListing, WATCHED_FIELDS, type DriftKind, type WatchedField } from './judge-drift.ts'
import type { DriftPorts } from './ports.ts'
import type { RunCounts } from './run-counts.ts'

/** Errors of pages that no rule can read. */
const UNKNOWN_STRUCTURE: ReadonlySet<ErrorKind> = new Set(['html_changed', 'empty_content', 'incomplete'])

/** Addresses that were asked within this time count. Others were given up. */
const RECENT_MS = 2 * DAY_MS
/** A single failure may be chance. */
const FAILURES_MIN = 3

/** Whether an address shows a fault that somebody should know. Removed pages are none. */
const isFault = ({ reason, times }: AddressNote) =>
  reason === 'failed' ? times >= FAILURES_MIN : reason !== 'gone' && reason !== 'held'

const pathOf = (address: string) => new URL(address).pathname.replace(/\/+$/, '')

/** Whether a listing redirects to another folder. One that leads into its own folder, such as that of a year, stays. */
const hasMoved = ({ url, finalUrl }: Pick<FetchedPage, 'url' | 'finalUrl'>) =>
  !`${pathOf(finalUrl)}/`.startsWith(`${pathOf(url)}/`)

/** Compares one site with earlier runs, records what changed and keeps the pages that show the change. */
export class DriftWatch {
  readonly #agencyKey: string
  readonly #ports: DriftPorts | undefined
  readonly #now: () => Date
  /** The last page of the run that lacks each field. */
  readonly #lacking = new Map<WatchedField, UnreadPage>()
  /** What this run found. */
  readonly #opened = new Set<DriftKind>()
  /** Whether a listing of this run had entries, or did not change. */
  #hasEntries = false

  constructor(agencyKey: string, ports: DriftPorts | undefined, now: () => Date) {
    this.#agencyKey = agencyKey
    this.#ports = ports
    this.#now = now
  }

  /** Records a change, with the page that shows it. */
  async open(kind: DriftKind, detail: string, page: UnreadPage | null = null): Promise<void> {
    this.#opened.add(kind)
    await this.#ports?.open(this.#agencyKey, { kind, detail, page })
  }

  /** Records that changes have ended. */
  async end(...kinds: DriftKind[]): Promise<void> {
    await this.#ports?.end(this.#agencyKey, kinds)
  }

  /** Records an answer 304. Runs remember no page that became empty or unreadable, so the page is an earlier, good one. */
  recordUnchanged(): void {
    this.#hasEntries = true
  }

  /** Compares the first page of a listing with earlier runs. Returns true when the page is empty and was not before. */
  async checkListing(listingUrl: string, { page, value }: Read<Listing>): Promise<boolean> {
    if (this.#ports === undefined) return false
    const before = await this.#ports.findListing(this.#agencyKey, listingUrl)
    const { drift, next } = judgeListing(before, value)
    const details = {
      'new-structure': `the entries have the structure ${value.structure} for the first time`,
      'no-items': 'the listing had entries before and is empty',
    }
    if (drift !== null) await this.open(drift, `${listingUrl}: ${details[drift]}`, showPage(page))
    if (value.found > 0) this.#hasEntries = true
    if (value.found > 0 && hasMoved(page))
      await this.open('listing-moved', `${listingUrl}: it leads to ${page.finalUrl}`)
    if (JSON.stringify(next) !== JSON.stringify(before))
      await this.#ports.saveListing(this.#agencyKey, listingUrl, next)
    return drift === 'no-items'
  }

  /** Keeps a page that no rule can read, and one that is not its article. Ignores other errors. */
  async keepUnread(error: ScrapeError, what: 'listing' | 'article'): Promise<void> {
    if (error.kind === 'wrong_page') await this.open('wrong-pages', error.message, error.page)
    if (error.page === null || !UNKNOWN_STRUCTURE.has(error.kind)) return
    const kind = what === 'listing' ? 'unknown-structure' : 'unknown-article'
    await this.open(kind, `${error.page.address}: ${error.message}`, error.page)
  }

  /**
   * Notes the fields that an article lacks, for `finish`, and keeps a page that was read without the rules of its kind, if
   * these exist: pages of the kind `feed` have any structure.
   */
  async recordArticle({ page, value }: Read<ScrapedArticle>, kind: SiteKind): Promise<void> {
    const shown = showPage(page)
    for (const field of WATCHED_FIELDS) if (value.rules[field] === undefined) this.#lacking.set(field, shown)
    if (kind !== 'feed' && value.rules.body === 'general' && !this.#opened.has('general-reading'))
      await this.open('general-reading', `${page.finalUrl}: no rule found a text`, shown)
    if (value.flags.includes('shifted') && !this.#opened.has('shifted-times'))
      await this.open('shifted-times', `${page.finalUrl}: its data and its text state different hours`, shown)
  }

  /**
   * Records which addresses cannot be read. A whole run ends the changes that it did not find again; then the fields of
   * its articles are compared with those of earlier days, and fields that became rare are recorded.
   */
  async finish(
    { scraped, undated, fields }: Pick<RunCounts, 'scraped' | 'undated' | 'fields'>,
    run: { isFirstPart: boolean; isWhole: boolean; notes: ReadonlyMap<string, AddressNote> },
  ): Promise<void> {
    if (this.#ports === undefined) return
    await this.#reportAddresses(run.notes)
    if (!run.isWhole) return
    // What a run does not find again has ended, if one of its listings had entries. A run that continues another one does
    // not know what that one found in the listings before.
    const changes: DriftKind[] = run.isFirstPart && this.#hasEntries ? ['unknown-structure', 'no-items'] : []
    // A listing whose articles were all asked before proves nothing.
    if (scraped > undated) changes.push('undated-articles')
    if (scraped > 0) changes.push('general-reading', 'shifted-times')
    const ended = changes.filter((kind) => !this.#opened.has(kind))
    if (ended.length > 0) await this.end(...ended)
    if (scraped === 0) return
    const [field, ...others] = await this.#ports.findFallen(this.#agencyKey, { articles: scraped, fields })
    if (field === undefined) return
    const names = [field, ...others].join(', ')
    await this.open('missing-fields', `articles without ${names}`, this.#lacking.get(field) ?? null)
  }

  /** Opens or ends the incidents of single addresses. */
  async #reportAddresses(notes: ReadonlyMap<string, AddressNote>): Promise<void> {
    const recent = [...notes].filter(
      ([, { lastAt }]) => this.#now().getTime() - Date.parse(lastAt) <= RECENT_MS,
    )
    const incidents = [
      { kind: 'wrong-pages', of: recent.filter(([, { reason }]) => reason === 'held') },
      { kind: 'unread-articles', of: recent.filter(([, note]) => isFault(note)) },
    ] as const
    for (const { kind, of } of incidents) {
      const [first] = of
      if (first === undefined) await this.end(kind)
      else
        await this.open(kind, `${of.length} addresses; ${first[0]}: ${first[1].reason}: ${first[1].detail}`)
    }
  }
}
