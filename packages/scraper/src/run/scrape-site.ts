import type { Listing, ListingItem, ScrapedArticle } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { FIRST_PAGE, planPage, type PagePlan, type PlanState } from '../plan-page.ts'
import { dayOf } from '../text/dates.ts'
import { toNewsMessage } from './news-message.ts'
import { followHints } from './follow-hints.ts'
import { DriftWatch } from './drift-watch.ts'
import {
  ENDS_RUN,
  type AgencyResult,
  type Progress,
  type RunPorts,
  type RunRequest,
  type RunStop,
  type Site,
} from './ports.ts'
import { RunCounts } from './run-counts.ts'
import { entryOf, isMissing, SecondLook } from './second-look.ts'
import { fetchArticle, fetchAsOtherKind, fetchListing, firstPageUrl, type Read } from './site-pages.ts'

/** Faults of a listing, not of its site. */
const LISTING_FAULTS = new Set(['url_broken', 'html_changed', 'not_json', 'login_page', 'robots_disallowed'])
const FAILURES_IN_ROW_MAX = 5
/** EBC lists no dates: after so many articles older than the window in a row, the listing is read. */
const OLDER_IN_ROW_MAX = 5
/** A run that closes a gap in a listing without dates ends at so many known articles in a row: about three pages. */
const UNDATED_KNOWN_MAX = 60

/** Ends the run of one agency early. */
class RunEnd extends Error {
  readonly stopped: RunStop

  constructor(stopped: RunStop) {
    super(stopped)
    this.stopped = stopped
  }
}

type Place = { listing: number; pageUrl: string; state: PlanState; sent: string[] }

class SiteRun {
  readonly #site: Site
  readonly #request: RunRequest
  readonly #ports: RunPorts
  readonly #counts: RunCounts
  readonly #known: ReadonlyMap<string, string>
  readonly #resumed: Progress | null
  /** An earlier run ended early or an article of it failed, so articles may be missing behind known ones. */
  readonly #hasGap: boolean
  readonly #look: SecondLook
  readonly #watch: DriftWatch
  #failuresInRow = 0
  #olderInRow = 0
  #pageFailed = false
  readonly #listed = new Set<string>()
  /** Why the first page of a listing could not be read, by the number of the listing. */
  readonly #faultyListings = new Map<number, ScrapeError>()
  /** A new article could not be read: known articles must not hide it from the next run. */
  #missesArticle = false

  constructor(
    site: Site,
    request: RunRequest,
    ports: RunPorts,
    start: {
      counts: RunCounts
      known: ReadonlyMap<string, string>
      resumed: Progress | null
      hasGap: boolean
    },
  ) {
    this.#site = site
    this.#request = request
    this.#ports = ports
    this.#counts = start.counts
    this.#known = start.known
    this.#resumed = start.resumed
    this.#hasGap = start.hasGap
    this.#look = new SecondLook(site.key, request, ports.removals)
    this.#watch = new DriftWatch(site.key, ports.drifts)
  }

  async run(): Promise<RunStop> {
    let stopped: RunStop = 'end'
    await this.#look.load()
    for (let listing = this.#resumed?.listing ?? 0; listing < this.#site.listingUrls.length; listing += 1) {
      stopped = await this.#readOrNote(listing)
    }
    const hasFailed = this.#faultyListings.size > 0
    await this.#followHints(hasFailed)
    if (!hasFailed) await this.#lookForRemoved()
    await this.#watch.finish(this.#counts)
    if (this.#missesArticle || (hasFailed && this.#hasGap)) await this.#saveGap()
    else await this.#ports.saveProgress(this.#site.key, null)
    return stopped
  }

  /** Reads a listing. One that is gone or has changed does not end the run: others, and hints, may have its news. */
  async #readOrNote(listing: number): Promise<RunStop> {
    try {
      return await this.#readListings(this.#startOf(listing))
    } catch (error) {
      if (!(error instanceof ScrapeError) || this.#faultyListings.get(listing) !== error) throw error
      this.#counts.addError(error, 'listing')
      return 'error'
    }
  }

  #startOf(listing: number): Place {
    const resumed = this.#resumed?.listing === listing ? this.#resumed : null
    const pageUrl = resumed?.pageUrl ?? firstPageUrl(this.#counts.kind, this.#site.listingUrls[listing] ?? '')
    const { pages = 0, knownInRow = 0, olderInRow = 0, sent = [] } = resumed ?? {}
    return { listing, pageUrl, state: { ...FIRST_PAGE, pages, knownInRow, olderInRow }, sent: [...sent] }
  }

  /** Reads the pages of one listing until the plan stops. Progress is kept before each page. */
  async #readListings(start: Place): Promise<RunStop> {
    let place = start
    this.#olderInRow = 0
    for (;;) {
      await this.#saveProgress(place)
      this.#endAtDeadline()
      const read = await this.#readPage(place)
      if (read === null) return 'unchanged'
      await this.#ports.noteListed?.(this.#site.key, read.value.items)
      this.#look.noteListed(read.value.items)
      for (const { url } of read.value.items) this.#listed.add(url)
      const listingUrl = this.#site.listingUrls[place.listing] ?? ''
      const isEmptied = place.state.pages === 0 && (await this.#watch.sawListing(listingUrl, read))
      const plan = this.#plan(read.value, place)
      this.#pageFailed = false
      const isOlder = await this.#collect(plan, place)
      // An empty page must be read again, to tell whether it still is.
      if (!this.#pageFailed && !isEmptied) await this.#ports.fetcher.remember(read.page)
      if (plan.stopped !== null) return plan.stopped
      if (isOlder) return 'too_old'
      place = { listing: place.listing, pageUrl: plan.nextUrl ?? '', state: plan.state, sent: [] }
    }
  }

  /** The first page of a usual run is asked for conditionally: when it did not change, nothing else did. */
  async #readPage(place: Place): Promise<Read<Listing> | null> {
    const { allowUpdate, isDeep, looksAgain } = this.#request
    const isFirst = place.state.pages === 0
    const mustRead = allowUpdate || isDeep || looksAgain || this.#hasGap
    const conditional = isFirst && !mustRead && place.sent.length === 0
    const listingUrl = this.#site.listingUrls[place.listing] ?? ''
    let read: Read<Listing> | null
    try {
      read = await fetchListing(this.#ports.fetcher, this.#counts.kind, place.pageUrl, conditional)
    } catch (error) {
      if (!isFirst) throw error
      if (error instanceof ScrapeError) await this.#watch.sawUnread(error, 'listing')
      if (error instanceof ScrapeError && LISTING_FAULTS.has(error.kind))
        this.#faultyListings.set(place.listing, error)
      const other = await fetchAsOtherKind(this.#ports.fetcher, this.#counts.kind, listingUrl, error)
      this.#faultyListings.delete(place.listing)
      this.#counts.kind = other.kind
      read = other.read
    }
    if (read === null) this.#counts.unchanged += 1
    else {
      this.#counts.pages += 1
      this.#counts.structure = read.value.structure ?? this.#counts.structure
      this.#counts.listed += read.value.items.length
      this.#counts.listedUndated += read.value.items.filter(({ stamp }) => stamp === null).length
    }
    return read
  }

  #plan(listing: Listing, place: Place): PagePlan {
    const { window, allowUpdate, isDeep } = this.#request
    const options = {
      window,
      allowUpdate,
      known: new Set(this.#known.keys()),
      readsPastKnown: isDeep || this.#hasGap,
      ...(!isDeep && { undatedKnownMax: UNDATED_KNOWN_MAX }),
    }
    return planPage(listing, options, place.state)
  }

  /** Sends the articles of a page. True when a row of undated entries turned out older than the window. */
  async #collect(plan: PagePlan, place: Place): Promise<boolean> {
    const { looksAgain, allowUpdate } = this.#request
    const again = looksAgain && !allowUpdate ? plan.known : []
    const work = [
      ...plan.collect.map((item) => ({ item, isAgain: false })),
      ...again.map((item) => ({ item, isAgain: true })),
    ]
    for (const { item, isAgain } of work) {
      if (place.sent.includes(item.url)) continue
      this.#endAtDeadline()
      await this.#handle(item, isAgain, place)
      await this.#saveProgress(place)
      if (this.#olderInRow >= OLDER_IN_ROW_MAX) return true
    }
    return false
  }

  /** Fetches, reads and sends one article. A fault of the article is counted; a fault of the site ends the run. */
  async #handle(item: ListingItem, isAgain: boolean, place: Place): Promise<void> {
    const source = { kind: this.#counts.kind, agency: this.#site.key }
    let read: Read<ScrapedArticle> | null
    try {
      const conditional = isAgain && !this.#look.isRemoved(item.url)
      read = await fetchArticle(this.#ports.fetcher, source, item, conditional)
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      if (isMissing(error)) this.#look.note(item.url, 'missing')
      await this.#watch.sawUnread(error, 'article')
      this.#missesArticle ||= !isAgain
      if (!this.#skipGone(error, isAgain)) this.#fail(error, item.url)
      return
    }
    this.#failuresInRow = 0
    if (await this.#take(read, item)) place.sent.push(item.url)
  }

  /** Sends what was read of an article. False when its page did not change. */
  async #take(read: Read<ScrapedArticle> | null, item: ListingItem): Promise<boolean> {
    this.#look.note(item.url, 'present')
    if (read === null) {
      this.#counts.unchanged += 1
      return false
    }
    this.#counts.fetched += 1
    this.#counts.addArticle(read.value)
    this.#watch.sawArticle(read)
    await this.#send(read.value, item)
    await this.#ports.fetcher.remember(read.page)
    return true
  }

  /**
   * Asks for the stored articles that no listing of this run showed. Articles that were gone before are reported as
   * removed, unless so many are gone that the site is at fault. A site without a listing tells nothing.
   */
  async #lookForRemoved(): Promise<void> {
    if (this.#counts.listed === 0) return
    const unasked = this.#look.listUnasked(this.#counts.kind, this.#ports.now())
    for (const [position, article] of unasked.entries()) {
      if (this.#look.countGone(unasked.length - position).isMass) break
      this.#endAtDeadline()
      await this.#askAgain(entryOf(article))
    }
    const { gone, checked, isMass } = this.#look.countGone()
    if (isMass) {
      await this.#watch.open('mass-removal', `${gone} of ${checked} stored articles are gone at once`)
      return
    }
    if (checked > 0) await this.#watch.end('mass-removal')
    this.#counts.removed += await this.#look.report(this.#ports.now())
  }

  async #followHints(hasFailed: boolean): Promise<void> {
    const { hints: memory, fetcher } = this.#ports
    if (memory === undefined || this.#request.allowUpdate) return
    this.#counts.hinted += await followHints({
      site: this.#site,
      kind: this.#counts.kind,
      request: this.#request,
      hasFailed,
      fetcher,
      memory,
      isKnown: (url) => this.#known.has(url) || this.#listed.has(url),
      endAtDeadline: () => this.#endAtDeadline(),
      readMoved: (folder) => this.#readMoved(folder),
      send: (read, item) => this.#take(read, item),
    })
  }

  /** Reads the listing in the folder where a hint found the news of a listing that is gone. */
  async #readMoved(folder: string): Promise<void> {
    const [listing = 0] = this.#faultyListings.keys()
    const { listed } = this.#counts
    let stopped: RunStop
    try {
      const pageUrl = firstPageUrl(this.#counts.kind, folder)
      stopped = await this.#readListings({ listing, pageUrl, state: FIRST_PAGE, sent: [] })
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      return
    }
    if (this.#counts.listed > listed || stopped === 'unchanged')
      await this.#watch.open('listing-moved', `${this.#site.listingUrls[listing]}: the news are at ${folder}`)
  }

  /** A page that cannot be read now is no fault of the run, because no listing names it. */
  async #askAgain(item: ListingItem): Promise<void> {
    const source = { kind: this.#counts.kind, agency: this.#site.key }
    const conditional = !this.#look.isRemoved(item.url)
    let read: Read<ScrapedArticle> | null
    try {
      read = await fetchArticle(this.#ports.fetcher, source, item, conditional)
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      if (ENDS_RUN.has(error.kind)) this.#fail(error, item.url)
      if (!isMissing(error)) return
      this.#look.note(item.url, 'missing')
      if (conditional) this.#counts.gone += 1
      return
    }
    await this.#take(read, item)
  }

  /**
   * Counts a removed article, which is no fault of the site; false for other faults, and for so many removed articles
   * in a row that the site is at fault. A new article is asked for again with the next visit, in case it comes back.
   */
  #skipGone(error: ScrapeError, isAgain: boolean): boolean {
    if (!error.isGone || this.#failuresInRow + 1 >= FAILURES_IN_ROW_MAX) return false
    this.#failuresInRow += 1
    this.#pageFailed ||= !isAgain
    this.#counts.gone += 1
    return true
  }

  /** The id of an article whose address changed: the same text of the agency. Short texts repeat, so they do not count. */
  async #findMoved({ contentHash, flags }: ScrapedArticle): Promise<string | undefined> {
    if (contentHash === null || flags.includes('short')) return undefined
    return await this.#ports.findSameText?.(this.#site.key, contentHash)
  }

  async #send(article: ScrapedArticle, item: ListingItem): Promise<void> {
    const storedId =
      this.#known.get(item.url) ?? this.#known.get(article.url) ?? (await this.#findMoved(article))
    const message = toNewsMessage(article, this.#ports.now(), storedId)
    const isOlder = article.publishedAt !== null && dayOf(article.publishedAt) < this.#request.window.start
    this.#olderInRow = item.stamp === null && isOlder ? this.#olderInRow + 1 : 0
    if (message === null) {
      this.#counts.undated += 1
      return
    }
    await this.#ports.emit(message)
    this.#counts.sent += 1
  }

  #endAtDeadline(): void {
    const { deadline } = this.#request
    if (deadline !== null && this.#ports.now().getTime() >= deadline) throw new RunEnd('deadline')
  }

  #fail(error: ScrapeError, url: string): void {
    this.#counts.failed += 1
    this.#counts.addError(error, url)
    this.#pageFailed = true
    this.#failuresInRow += 1
    if (ENDS_RUN.has(error.kind) || this.#failuresInRow >= FAILURES_IN_ROW_MAX) throw new RunEnd('error')
  }

  #saveProgress({ listing, pageUrl, state, sent }: Place): Promise<void> {
    const { pages, knownInRow, olderInRow } = state
    const request = requestKey(this.#request)
    const { kind } = this.#counts
    const hasGap = this.#hasGap || this.#missesArticle
    const place = { listing, pageUrl, pages, knownInRow, olderInRow, kind, sent, hasGap }
    return this.#ports.saveProgress(this.#site.key, { request, ...place })
  }

  /** Leaves a mark that no run continues, but that makes the next run read past known articles. */
  #saveGap(): Promise<void> {
    const place = { listing: 0, pageUrl: '', pages: 0, knownInRow: 0, olderInRow: 0, sent: [] }
    const { kind } = this.#counts
    return this.#ports.saveProgress(this.#site.key, { request: '', ...place, kind, hasGap: true })
  }
}

/** Progress counts for a run that asks for the same days in the same way. */
function requestKey({ window, allowUpdate, isDeep, looksAgain }: RunRequest): string {
  return [window.start, window.end, allowUpdate, isDeep, looksAgain].join(' ')
}

/** Whether a run that left this progress may have sent articles in front of others that it did not send. */
const leavesGap = ({ hasGap, pages, sent }: Progress) => hasGap || pages > 0 || sent.length > 0

/**
 * Scrapes one agency: reads its listing, sends each new article as a message of `news-ingest`, and keeps its progress
 * by page. Faults of the site end the run and are part of the result; what was sent before stays sent. The next run with
 * the same request continues a run that ended early. After such a run, or one in which an article failed, the next run
 * reads past known articles. Errors of the ports (queue, store) are thrown.
 */
export async function scrapeSite(site: Site, request: RunRequest, ports: RunPorts): Promise<AgencyResult> {
  const saved = await ports.loadProgress(site.key)
  const isListed = saved !== null && saved.listing < site.listingUrls.length
  const resumed = isListed && saved.request === requestKey(request) ? saved : null
  const hasGap = saved !== null && leavesGap(saved)
  const counts = new RunCounts(site, resumed?.kind ?? site.kind, ports.now())
  const known = await ports.findKnown(site.key, request.window)
  try {
    const stopped = await new SiteRun(site, request, ports, { counts, known, resumed, hasGap }).run()
    return counts.finish(stopped, ports.now())
  } catch (error) {
    if (error instanceof RunEnd) return counts.finish(error.stopped, ports.now())
    if (!(error instanceof ScrapeError)) throw error
    counts.addError(error, 'listing')
    return counts.finish('error', ports.now())
  }
}
