import type { AddressMemory } from './address-notes.ts'
import type { FetchedPage, Fetcher } from '../fetch/fetcher.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import type { UnreadPage } from '../errors.ts'
import type { PlanState } from './plan-page.ts'
import type { DayWindow } from '../dates/dates.ts'
import type { HintMemory } from '../site/site-hints.ts'
import type { DriftKind, FieldCounts, ListingHistory, WatchedField } from './judge-drift.ts'
import type { StoredText } from '../site/judge-article.ts'
import type { NewsMessage } from './news-message.ts'

/** What a run is asked to do. */
export type RunRequest = {
  readonly window: DayWindow
  /** Reads known articles of the window again and sends them. */
  readonly allowUpdate: boolean
  /** Reads on behind known articles: the weekly pass that finds what other runs missed. */
  readonly isDeep: boolean
  /** Asks for known articles of the window by conditional requests and sends those that changed. */
  readonly looksAgain: boolean
  /** Asks for the articles of the last hours by conditional requests and sends those that changed. Default: no. */
  readonly followsUp?: boolean
  /** Milliseconds since 1970 after which no further article is started; null for no limit. */
  readonly deadline: number | null
}

/** How far an interrupted run of one agency came. It is JSON. */
export type Progress = Omit<PlanState, 'seen'> & {
  /** What the run was asked to do: another request does not continue it. */
  readonly request: string
  readonly listing: number
  /** Address of the page to read next. */
  readonly pageUrl: string
  readonly kind: SiteKind
  /** Addresses of this page that were sent before the run ended. */
  readonly sent: readonly string[]
  /** Articles behind known ones may be missing, so the next run reads past known articles. */
  readonly hasGap: boolean
}

/** A stored article whose page may be asked for again. */
export type StoredArticle = {
  readonly url: string
  readonly title: string
  readonly category: string | null
}

/** A stored article of the days of a run. */
export type RecentArticle = StoredArticle & {
  readonly uniqueId: string
  /** Its page was gone at the last look. */
  readonly isMissing: boolean
  /** Its page was gone twice. It comes back when the page does. */
  readonly isRemoved: boolean
}

/** A removal as docs/sending-news.md describes it. `removedAt` is ISO 8601 with an offset. */
export type RemovalMessage = {
  readonly uniqueId: string
  readonly agencyKey: string
  readonly url: string
  readonly removedAt: string
}

/** What a second look needs to find removed articles. */
export type RemovalPorts = {
  /**
   * Stored articles that were published in the window or later, newest first, without those that an operator took down.
   */
  listRecent(agencyKey: string, window: DayWindow): Promise<readonly RecentArticle[]>
  /** Records whose pages are gone and whose answer, by id. Returns the ids that were gone before, hours ago. */
  record(
    agencyKey: string,
    seen: { missing: readonly string[]; present: readonly string[] },
  ): Promise<readonly string[]>
  /** Hands one removal to the queue `news-ingest`. Resolves when the queue has it. */
  emit(message: RemovalMessage): Promise<void>
}

/** A change of a site. `page` shows it. */
export type Drift = { readonly kind: DriftKind; readonly detail: string; readonly page: UnreadPage | null }

/** What a run needs to notice that a site changed. */
export type DriftPorts = {
  findListing(agencyKey: string, listingUrl: string): Promise<ListingHistory | null>
  saveListing(agencyKey: string, listingUrl: string, history: ListingHistory): Promise<void>
  /** Fields that fewer articles have than usual, with the counts of this run added to those of the last two days. */
  findFallen(agencyKey: string, counts: FieldCounts): Promise<readonly WatchedField[]>
  /** Records a drift and keeps its page in place of an earlier one. */
  open(agencyKey: string, drift: Drift): Promise<void>
  end(agencyKey: string, kinds: readonly DriftKind[]): Promise<void>
}

/** The page of an article that was read. */
export type ReadPage = {
  readonly agencyKey: string
  /** Address of the article, as its message has it. */
  readonly url: string
  readonly kind: SiteKind
  /** Null for a page that cannot be sent, such as one without a date. */
  readonly uniqueId: string | null
  /** The entry of the listing that led to the page. */
  readonly entry: ListingItem
  readonly page: FetchedPage
  /** When the page was read: the time of extraction of its message. */
  readonly at: Date
}

/** What a run needs from outside. All of it may be called again after a crash. */
export type RunPorts = {
  readonly fetcher: Pick<Fetcher, 'fetchPage' | 'remember'>
  /** Stored articles of an agency, as address → unique id: at least the last 200 and those of the window. */
  findKnown(agencyKey: string, window: DayWindow): Promise<ReadonlyMap<string, string>>
  /** The id of a stored article of an agency with this content hash, of the last 30 days. */
  findSameText?(agencyKey: string, contentHash: string): Promise<string | undefined>
  /** The texts of stored articles, by id. Without it, new texts of stored articles are not compared with them. */
  findTexts?(agencyKey: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredText>>
  /**
   * Articles that were published or stored since an instant and are still there, newest first, at most `limit`. Without it,
   * runs follow up none.
   */
  listFresh?(agencyKey: string, options: { since: Date; limit: number }): Promise<readonly StoredArticle[]>
  /** What addresses that were asked in vain answered. */
  readonly addresses: AddressMemory
  /**
   * Hands one article to the queue `news-ingest`. Resolves when the queue has it. `listedUrl` leads to the article, too:
   * it is another address than that of the message when the article has moved.
   */
  emit(message: NewsMessage, listedUrl: string): Promise<void>
  /** Gets the entries of each listing page that was read, with the dates on which their addresses were listed. */
  recordListed?(agencyKey: string, items: readonly ListingItem[]): Promise<void>
  /** Keeps the page of an article for later readers. Returns false when that failed. Without it, no page is kept. */
  keepRaw?(page: ReadPage): Promise<boolean>
  /** Without it, runs find no removed articles. */
  readonly removals?: RemovalPorts
  /** Without it, runs keep no pages of changed sites. */
  readonly drifts?: DriftPorts
  /** Without it, runs read no feeds and sitemaps. */
  readonly hints?: HintMemory
  loadProgress(agencyKey: string): Promise<Progress | null>
  /** Null forgets the progress of a finished run. */
  saveProgress(agencyKey: string, progress: Progress | null): Promise<void>
  now(): Date
}
