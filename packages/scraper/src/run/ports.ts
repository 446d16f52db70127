import type { ListingItem, RuledField, SiteKind } from '../model/article.ts'
import type { ErrorKind } from '../model/errors.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { DayWindow, StopReason } from '../plan-page.ts'
import type { NewsMessage } from './news-message.ts'

/** One agency and where its news are listed. */
export type Site = { readonly key: string; readonly kind: SiteKind; readonly listingUrls: readonly string[] }

/** What a run is asked to do. */
export type RunRequest = {
  readonly window: DayWindow
  /** Reads known articles of the window again and sends them. */
  readonly allowUpdate: boolean
  /** Reads on behind known articles: the weekly pass that finds what other runs missed. */
  readonly isDeep: boolean
  /** Asks for known articles of the window by conditional requests and sends those that changed. */
  readonly looksAgain: boolean
  /** Milliseconds since 1970 after which no further article is started; null for no limit. */
  readonly deadline: number | null
}

/** How far an interrupted run of one agency came. It is JSON. */
export type Progress = {
  readonly request: string
  readonly listing: number
  /** Address of the page to read next. */
  readonly pageUrl: string
  readonly pages: number
  readonly knownInRow: number
  readonly olderInRow: number
  readonly kind: SiteKind
  /** Addresses of this page that were sent before the run ended. */
  readonly sent: readonly string[]
  /** Articles behind known ones may be missing, so the next run reads past known articles. */
  readonly hasGap: boolean
}

/** What a run needs from outside. All of it may be called again after a crash. */
export type RunPorts = {
  readonly fetcher: Pick<Fetcher, 'fetchPage' | 'remember'>
  /** Stored articles of an agency, as address → unique id: at least the last 200 and those of the window. */
  findKnown(agencyKey: string, window: DayWindow): Promise<ReadonlyMap<string, string>>
  /** The id of a stored article of an agency with this content hash, of the last 30 days. */
  findSameText?(agencyKey: string, contentHash: string): Promise<string | undefined>
  /** Hands one article to the queue `news-ingest`. Resolves when the queue has it. */
  emit(message: NewsMessage): Promise<void>
  /** Gets the entries of each listing page that was read, with the dates on which their addresses were listed. */
  noteListed?(agencyKey: string, items: readonly ListingItem[]): Promise<void>
  loadProgress(agencyKey: string): Promise<Progress | null>
  /** Null forgets the progress of a finished run. */
  saveProgress(agencyKey: string, progress: Progress | null): Promise<void>
  now(): Date
}

/** Why the run of one agency ended. */
export type RunStop = StopReason | 'unchanged' | 'deadline' | 'error'

/** The result of one agency. Counts are of this run alone. */
export type AgencyResult = {
  readonly agency: string
  /** `partial`: some articles were sent, or the listing was read, but something failed. */
  readonly status: 'success' | 'partial' | 'error'
  readonly errorKind: ErrorKind | null
  readonly errorMessage: string | null
  readonly stopped: RunStop
  readonly kind: SiteKind
  /** True when the site answered as another kind than configured. */
  readonly kindChanged: boolean
  readonly structure: string | null
  readonly pages: number
  readonly listed: number
  readonly listedUndated: number
  readonly fetched: number
  readonly unchanged: number
  readonly scraped: number
  readonly sent: number
  readonly failed: number
  /** Articles that the listing names and the site has removed. */
  readonly gone: number
  /** Articles that were left out because they have no date, or one before 1990 or more than a day ahead. */
  readonly undated: number
  /** How many scraped articles had each field: a sudden fall shows a changed template. */
  readonly fields: Partial<Record<RuledField, number>>
  /** Title, date, body and picture of the scraped articles, */
  readonly readings: number
  /** and how many of these are missing or come from a rule that guesses. The share shows a changed template. */
  readonly fallbacks: number
  readonly seconds: number
}
