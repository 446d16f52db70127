import type { Listing, RuledField, ScrapedArticle, SiteKind } from '../model/article.ts'
import { ScrapeError, type ErrorKind } from '../model/errors.ts'
import type { Reason } from './address-book.ts'
import { countFallbacks } from '../model/fallback-rules.ts'
import { statedDay, type PagePlan } from '../plan-page.ts'
import type { AgencyResult, Fault, RunStop, Site } from './ports.ts'

const SECOND = 1_000
const FAULTS_MAX = 20
const DETAIL_MAX_CHARACTERS = 500

/** Collects the result of one agency while it runs. */
export class RunCounts {
  readonly #site: Site
  readonly #startedAt: number
  readonly fields: Partial<Record<RuledField, number>> = {}
  kind: SiteKind
  structure: string | null = null
  pages = 0
  listed = 0
  listedUndated = 0
  fetched = 0
  unchanged = 0
  scraped = 0
  sent = 0
  failed = 0
  readonly faults: Fault[] = []
  readonly skipped: Partial<Record<Reason, number>> = {}
  gone = 0
  hinted = 0
  removed = 0
  undated = 0
  unkept = 0
  readings = 0
  fallbacks = 0
  #errorKind: ErrorKind | null = null
  #errorMessage: string | null = null

  constructor(site: Site, kind: SiteKind, now: Date) {
    this.#site = site
    this.kind = kind
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
    if (this.#errorKind !== null) return
    this.#errorKind = error instanceof ScrapeError ? error.kind : 'internal'
    const message = error instanceof Error ? error.message : String(error)
    this.#errorMessage = new ScrapeError(this.#errorKind, `${where}: ${message}`).message
  }

  #status(stopped: RunStop): AgencyResult['status'] {
    const hasFaults = this.failed > 0 || this.undated > 0
    if (this.#errorKind === null) return hasFaults ? 'partial' : 'success'
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
    return {
      agency: this.#site.key,
      status: this.#status(stopped),
      errorKind: this.#errorKind,
      errorMessage: this.#errorMessage,
      stopped,
      kind: this.kind,
      kindChanged: this.kind !== this.#site.kind,
      structure: this.structure,
      pages: this.pages,
      listed: this.listed,
      listedUndated: this.listedUndated,
      fetched: this.fetched,
      unchanged: this.unchanged,
      scraped: this.scraped,
      sent: this.sent,
      failed: this.failed,
      faults: this.faults,
      skipped: this.skipped,
      detail: this.#detail(),
      gone: this.gone,
      hinted: this.hinted,
      removed: this.removed,
      undated: this.undated,
      unkept: this.unkept,
      fields: this.fields,
      readings: this.readings,
      fallbacks: this.fallbacks,
      seconds: (now.getTime() - this.#startedAt) / SECOND,
    }
  }
}
