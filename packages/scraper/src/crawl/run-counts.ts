import { SECOND_MS } from '@pauta/platform/time/time'
import type { Reason } from './address-notes.ts'
import type { Listing } from '../pages/listing.ts'
import type { RuledField, ScrapedArticle } from '../article/article.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import { ScrapeError, type ErrorKind } from '../errors.ts'
import { countFallbacks } from '../article/fallback-rules.ts'
import { statedDay, type PagePlan, type StopReason } from './plan-page.ts'
import type { Site } from '../site/site.ts'

const FAULTS_MAX = 20
const DETAIL_MAX_CHARACTERS = 500

/** Why the run of one agency ended. */
export type RunStop = StopReason | 'unchanged' | 'deadline' | 'error'

/** What could not be read or was held back. `kind` is an ErrorKind, or `undated`. */
export type Fault = { readonly url: string; readonly kind: string; readonly detail: string }

/** What one run of one agency counts. */
class Counts {
  /** The fault of the site itself. Null when only single articles have faults. */
  errorKind: ErrorKind | null = null
  errorMessage: string | null = null
  structure: string | null = null
  /** Pages of listings. */
  pages = 0
  listed = 0
  listedUndated = 0
  /** Pages of listings and articles that did not change. */
  unchanged = 0
  /** Articles that were read. */
  scraped = 0
  sent = 0
  /** Articles that could not be read or were held back. Each is asked again. */
  failed = 0
  /** The first twenty of these and of the undated ones. */
  readonly faults: Fault[] = []
  /** Entries of the window that were not asked, by reason. */
  readonly skipped: Partial<Record<Reason, number>> = {}
  /** Articles whose pages are gone. */
  gone = 0
  /** Sent articles that only a feed, a sitemap or the search of the whole site named. */
  hinted = 0
  /** Stored articles that were gone twice and were reported as removed. */
  removed = 0
  /** Articles that were left out because they have no date, or one before 1990 or more than a day ahead. */
  undated = 0
  /** Pages that could not be kept, because the bucket or the database failed. */
  unkept = 0
  /** How many scraped articles had each field: a sudden fall shows a changed template. */
  readonly fields: Partial<Record<RuledField, number>> = {}
  /** Title, date, body and picture of the scraped articles, */
  readings = 0
  /** and how many of these are missing or come from a rule that guesses. The share shows a changed template. */
  fallbacks = 0
}

/** The result of one agency. Counts are of this run alone. */
export type AgencyResult = Readonly<Counts> & {
  readonly agency: string
  /**
   * `partial`: single articles could not be read, or the site failed after something of it was read. `error`: the site
   * could not be read.
   */
  readonly status: 'success' | 'partial' | 'error'
  readonly stopped: RunStop
  /** As what the site answered. */
  readonly kind: SiteKind
  /** True when the site answered as another kind than configured. */
  readonly kindChanged: boolean
  /** Why nothing was sent although entries lay in the window; else null. */
  readonly detail: string | null
  readonly seconds: number
}

/** Collects the result of one agency while it runs. */
export class RunCounts extends Counts {
  readonly #site: Site
  readonly #startedAt: number
  kind: SiteKind

  constructor(site: Site, kind: SiteKind, now: Date) {
    super()
    this.kind = kind
    this.#site = site
    this.#startedAt = now.getTime()
  }

  /** Counts a page of a listing. */
  addListing({ items, structure }: Listing): void {
    this.pages += 1
    this.structure = structure ?? this.structure
    this.listed += items.length
    this.listedUndated += items.filter((item) => statedDay(item) === null).length
  }

  /** Counts the entries of a page that are not asked. */
  addSkipped({ skipped }: PagePlan): void {
    for (const reason of skipped) this.skipped[reason] = (this.skipped[reason] ?? 0) + 1
  }

  /** Counts a read article and its fields. */
  addArticle({ rules }: ScrapedArticle): void {
    this.scraped += 1
    const { readings, fallbacks } = countFallbacks(rules)
    this.readings += readings
    this.fallbacks += fallbacks
    for (const field of Object.keys(rules) as RuledField[]) this.fields[field] = (this.fields[field] ?? 0) + 1
  }

  /** Counts an article that could not be read, was held back or has no date. */
  addFault(
    { kind, message, isGone = false }: { kind: string; message: string; isGone?: boolean },
    url: string,
  ): void {
    if (isGone) this.gone += 1
    else if (kind !== 'undated') this.failed += 1
    if (this.faults.length < FAULTS_MAX) this.faults.push({ url, kind, detail: message })
  }

  /** Records a fault of the site. Only the first one is kept: later ones mostly follow from it. */
  addError(error: unknown, where: string): void {
    if (this.errorKind !== null) return
    this.errorKind = error instanceof ScrapeError ? error.kind : 'internal'
    const message = error instanceof Error ? error.message : String(error)
    this.errorMessage = new ScrapeError(this.errorKind, `${where}: ${message}`).message
  }

  #status(stopped: RunStop): AgencyResult['status'] {
    const hasFaults = this.failed > 0 || this.undated > 0
    if (this.errorKind === null) return hasFaults ? 'partial' : 'success'
    return this.sent > 0 || (this.pages > 0 && stopped !== 'error') ? 'partial' : 'error'
  }

  /** Why nothing was sent although entries lay in the window, or null. */
  #detail(): string | null {
    const reasons = Object.entries(this.skipped).map(([reason, count]) => `${count} ${reason}`)
    const [first] = this.faults
    if (this.sent > 0 || (reasons.length === 0 && first === undefined)) return null
    const counts = reasons.length === 0 ? [] : [`entries of the window: ${reasons.join(', ')}`]
    const fault = first === undefined ? [] : [`${first.url}: ${first.kind}: ${first.detail}`]
    return [...counts, ...fault].join('; ').slice(0, DETAIL_MAX_CHARACTERS)
  }

  /** Returns the result of the run. */
  finish(stopped: RunStop, now: Date): AgencyResult {
    const { key: agency, kind } = this.#site
    const seconds = (now.getTime() - this.#startedAt) / SECOND_MS
    const kindChanged = this.kind !== kind
    // Only the counts are own public fields.
    return {
      ...this,
      agency,
      status: this.#status(stopped),
      stopped,
      kindChanged,
      detail: this.#detail(),
      seconds,
    }
  }
}
