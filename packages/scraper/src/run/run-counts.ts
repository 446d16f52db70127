import type { Listing, RuledField, ScrapedArticle, SiteKind } from '../model/article.ts'
import { ScrapeError, type ErrorKind } from '../model/errors.ts'
import { countFallbacks } from '../model/fallback-rules.ts'
import { statedDay } from '../plan-page.ts'
import type { AgencyResult, RunStop, Site } from './ports.ts'

const SECOND = 1_000

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

  /** Counts a read article and its fields. */
  addArticle({ rules }: ScrapedArticle): void {
    this.scraped += 1
    const { readings, fallbacks } = countFallbacks(rules)
    this.readings += readings
    this.fallbacks += fallbacks
    for (const field of Object.keys(rules) as RuledField[]) this.fields[field] = (this.fields[field] ?? 0) + 1
  }

  /** Records an error. Only the first one is kept: later ones mostly follow from it. */
  addError(error: unknown, where: string): void {
    if (this.#errorKind !== null) return
    this.#errorKind = error instanceof ScrapeError ? error.kind : 'unknown'
    const message = error instanceof Error ? error.message : String(error)
    this.#errorMessage = new ScrapeError(this.#errorKind, `${where}: ${message}`).message
  }

  /** Returns the result of the run. */
  finish(stopped: RunStop, now: Date): AgencyResult {
    const isFine = this.#errorKind === null
    const isUsable = this.sent > 0 || (this.pages > 0 && stopped !== 'error')
    return {
      agency: this.#site.key,
      status: isFine ? 'success' : isUsable ? 'partial' : 'error',
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
