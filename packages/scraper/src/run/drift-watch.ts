import type { Listing, ScrapedArticle } from '../model/article.ts'
import type { ErrorKind, ScrapeError, UnreadPage } from '../model/errors.ts'
import { judgeListing, WATCHED_FIELDS, type DriftKind, type WatchedField } from './judge-drift.ts'
import type { DriftPorts } from './ports.ts'
import type { RunCounts } from './run-counts.ts'
import type { Read } from './site-pages.ts'

/** Errors of pages that no rule can read. */
const UNKNOWN_STRUCTURE: ReadonlySet<ErrorKind> = new Set(['html_changed', 'empty_content', 'incomplete'])

/** Changes that end with a run that does not find them again, if one of its listings had entries. */
const LISTING_CHANGES = ['unknown-structure', 'no-items'] as const

const DETAILS: Record<'new-structure' | 'no-items', (listing: Listing) => string> = {
  'new-structure': ({ structure }) => `the entries have the structure ${structure} for the first time`,
  'no-items': () => 'the listing had entries before and is empty',
}

/** Compares one site with earlier runs, records what changed and keeps the pages that show the change. */
export class DriftWatch {
  readonly #agencyKey: string
  readonly #ports: DriftPorts | undefined
  /** The last page of the run that lacks each field. */
  readonly #lacking = new Map<WatchedField, UnreadPage>()
  /** What this run found. */
  readonly #opened = new Set<DriftKind>()
  /** Whether a listing of this run had entries, or did not change. */
  #hasEntries = false

  constructor(agencyKey: string, ports: DriftPorts | undefined) {
    this.#agencyKey = agencyKey
    this.#ports = ports
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
    if (drift !== null)
      await this.open(drift, `${listingUrl}: ${DETAILS[drift](value)}`, {
        address: page.finalUrl,
        text: page.text,
      })
    if (value.found > 0) this.#hasEntries = true
    if (JSON.stringify(next) !== JSON.stringify(before))
      await this.#ports.saveListing(this.#agencyKey, listingUrl, next)
    return drift === 'no-items'
  }

  /** Keeps a page that no rule can read. Ignores other errors. */
  async keepUnread(error: ScrapeError, what: 'listing' | 'article'): Promise<void> {
    if (error.page === null || !UNKNOWN_STRUCTURE.has(error.kind)) return
    const kind = what === 'listing' ? 'unknown-structure' : 'unknown-article'
    await this.open(kind, `${error.page.address}: ${error.message}`, error.page)
  }

  /** Notes the fields that an article lacks, for `finish`. */
  recordArticle({ page, value }: Read<ScrapedArticle>): void {
    for (const field of WATCHED_FIELDS)
      if (value.rules[field] === undefined)
        this.#lacking.set(field, { address: page.finalUrl, text: page.text })
  }

  /**
   * Ends the changes of listings that this run did not find again, if it began with the first listing. Then compares the
   * fields of the run's articles with those of earlier days, and records fields that became rare.
   */
  async finish(
    { scraped, fields }: Pick<RunCounts, 'scraped' | 'fields'>,
    { firstListing }: { firstListing: number },
  ): Promise<void> {
    if (this.#ports === undefined) return
    // A run that continues another one does not know what that one found in the listings before.
    const ended = firstListing > 0 ? [] : LISTING_CHANGES.filter((kind) => !this.#opened.has(kind))
    if (this.#hasEntries && ended.length > 0) await this.end(...ended)
    if (scraped === 0) return
    const [field, ...others] = await this.#ports.findFallen(this.#agencyKey, { articles: scraped, fields })
    if (field === undefined) return
    const names = [field, ...others].join(', ')
    await this.open('missing-fields', `articles without ${names}`, this.#lacking.get(field) ?? null)
  }
}
