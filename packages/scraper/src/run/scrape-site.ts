import type { Listing } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { FIRST_PAGE, planPage, type PagePlan } from '../plan-page.ts'
import { AddressBook } from './address-book.ts'
import { ArticleSender } from './article-sender.ts'
import { DriftWatch } from './drift-watch.ts'
import { followHints } from './follow-hints.ts'
import { ListingReader } from './listing-reader.ts'
import type { AgencyResult, RunPorts, RunRequest, RunStop, Site } from './ports.ts'
import { endAtDeadline, RunEnd, type RunContext } from './run-context.ts'
import { RunCounts } from './run-counts.ts'
import { RunProgress, startAfter, type Place, type RunStart } from './run-progress.ts'
import { entryOf, SecondLook } from './second-look.ts'
import { firstPageUrl } from './site-pages.ts'

/** A run that closes a gap in a listing without dates ends at so many known articles in a row: about three pages. */
const UNDATED_KNOWN_MAX = 60
/** Articles asked again in one run that a site may fail to answer. */
const UNANSWERED_MAX = 5

/**
 * The run of one agency: its listings, then the hints of feeds and sitemaps, then addresses that were asked in vain, then
 * stored articles that nothing listed.
 */
class SiteRun {
  readonly #context: RunContext
  readonly #listings: ListingReader
  readonly #articles: ArticleSender
  readonly #progress: RunProgress
  /** Addresses that a listing of this run showed. */
  readonly #listed = new Set<string>()
  /** A listing ended because its articles have no dates, so later runs must read past known articles. */
  #isUndated = false
  /** No part of the run ended early. */
  #isComplete = false

  constructor(context: RunContext, start: RunStart) {
    this.#context = context
    this.#listings = new ListingReader(context)
    this.#articles = new ArticleSender(context)
    this.#progress = new RunProgress(context, start)
  }

  /** Makes the run. What was read before its early end is sent, too. */
  async run(): Promise<RunStop> {
    const { counts, drifts, book } = this.#context
    const stopped = await this.#readAll()
    await this.#articles.flush()
    const held = await this.#articles.flushReplacements()
    if (held !== null) await drifts.open('mass-replacement', held)
    // Before, a run that ends here would be continued behind articles that it did not send.
    if (this.#isComplete) await this.#endProgress()
    await drifts.finish(counts, {
      isFirstPart: this.#progress.firstListing === 0,
      isWhole: stopped !== 'error' && stopped !== 'deadline',
      notes: book.notes,
    })
    return stopped
  }

  async #readAll(): Promise<RunStop> {
    try {
      return await this.#readParts()
    } catch (error) {
      if (error instanceof RunEnd) return error.stopped
      if (!(error instanceof ScrapeError)) throw error
      this.#context.counts.addError(error, 'listing')
      return 'error'
    }
  }

  async #readParts(): Promise<RunStop> {
    const { site, secondLook } = this.#context
    let stopped: RunStop = 'end'
    await secondLook.load()
    for (let listing = this.#progress.firstListing; listing < site.listingUrls.length; listing += 1) {
      stopped = await this.#readListing(listing)
    }
    const { hasFault } = this.#listings
    await this.#followHints(hasFault)
    await this.#askAgain()
    if (!hasFault) await this.#reportRemoved()
    this.#isComplete = true
    return stopped
  }

  async #endProgress(): Promise<void> {
    const leavesGap = this.#isUndated || (this.#listings.hasFault && this.#progress.hasGap)
    await (leavesGap ? this.#progress.endWithGap() : this.#progress.end())
  }

  /** Reads a listing. One that is gone or has changed does not end the run: others, and hints, may have its news. */
  async #readListing(listing: number): Promise<RunStop> {
    try {
      return await this.#readPages(this.#progress.startOf(listing))
    } catch (error) {
      if (!this.#listings.isFault(listing, error)) throw error
      this.#context.counts.addError(error, 'listing')
      return 'error'
    }
  }

  /** Reads the pages of one listing until the plan stops. Saves the progress before each page. */
  async #readPages(start: Place): Promise<RunStop> {
    const { site, ports, counts, secondLook, drifts } = this.#context
    let place = start
    this.#articles.beginListing()
    for (;;) {
      await this.#progress.save(place)
      endAtDeadline(this.#context)
      const read = await this.#listings.read(place, this.#mayAskConditionally(place))
      if (read === null) {
        drifts.recordUnchanged()
        return 'unchanged'
      }
      const { items } = read.value
      this.#articles.compareEnds(read.page.text)
      await ports.recordListed?.(site.key, items)
      secondLook.recordListed(items)
      for (const { url } of items) this.#listed.add(url)
      const listingUrl = site.listingUrls[place.listing] ?? ''
      const isEmptied = place.state.pages === 0 && (await drifts.checkListing(listingUrl, read))
      const plan = this.#plan(read.value, place)
      counts.addSkipped(plan)
      await this.#collect(plan, place)
      const stopped = this.#articles.isUndated ? 'undated' : plan.stopped
      if (stopped === 'undated') await this.#leaveUndated(listingUrl)
      // The next run must read an empty page again, to find out whether it is still empty, and one without dates.
      else if (!isEmptied) await ports.fetcher.remember(read.page)
      if (stopped !== null) return stopped
      if (this.#articles.isBeforeWindow) return 'too_old'
      place = { listing: place.listing, pageUrl: plan.nextUrl ?? '', state: plan.state, sent: [] }
    }
  }

  async #leaveUndated(listingUrl: string): Promise<void> {
    this.#isUndated = true
    await this.#context.drifts.open('undated-articles', `${listingUrl}: five articles in a row have no date`)
  }

  /** Whether an unchanged first page ends a usual run: when it did not change, nothing behind it did. */
  #mayAskConditionally({ state }: Place): boolean {
    const { allowUpdate, isDeep, looksAgain } = this.#context.request
    // A run that continues a page of which articles were sent has a gap, too.
    const mustRead = allowUpdate || isDeep || looksAgain || this.#progress.hasGap
    return state.pages === 0 && !mustRead
  }

  #plan(listing: Listing, place: Place): PagePlan {
    const { request, book } = this.#context
    const { window, allowUpdate, isDeep } = request
    const options = {
      window,
      whyNot: (url: string) => (allowUpdate ? null : book.whyNot(url)),
      readsPastKnown: isDeep || this.#progress.hasGap,
      ...(!isDeep && { undatedKnownMax: UNDATED_KNOWN_MAX }),
    }
    return planPage(listing, options, place.state)
  }

  /** Sends the articles of a page, the new ones first. Ends when the undated ones are older than the window. */
  async #collect(plan: PagePlan, place: Place): Promise<void> {
    const { request, book, ports } = this.#context
    const again = request.looksAgain ? plan.known.filter(({ url }) => !book.isWaiting(url, ports.now())) : []
    const work = [
      ...plan.collect.map((item) => ({ item, isAgain: book.whyNot(item.url) === 'stored' })),
      ...again.map((item) => ({ item, isAgain: true })),
    ]
    try {
      for (const { item, isAgain } of work) {
        if (place.sent.includes(item.url) || book.wasAsked(item.url)) continue
        endAtDeadline(this.#context)
        await this.#articles.askListed(item, isAgain)
        if (this.#articles.holdsReplacements) this.#progress.waitAt(place)
        if (this.#articles.isBeforeWindow || this.#articles.isUndated) return
      }
    } finally {
      // A run that ends within the page continues behind what it sent.
      await this.#articles.flush(async (url) => {
        place.sent.push(url)
        await this.#progress.save(place)
      })
    }
  }

  /** Asks for addresses that were asked in vain, also those that no listing shows any more. */
  async #askAgain(): Promise<void> {
    const { request, book, ports } = this.#context
    if (request.allowUpdate) return
    const isAll = request.looksAgain || request.isDeep
    let unanswered = 0
    for (const item of book.listDue(ports.now(), { listed: this.#listed, isAll })) {
      endAtDeadline(this.#context)
      if ((await this.#articles.askAgain(item)) !== null) unanswered += 1
      if (unanswered >= UNANSWERED_MAX) break
    }
    await this.#articles.flush()
  }

  /**
   * Requests the stored articles that no listing of this run showed. Articles that were missing before are reported as
   * removed, unless so many are missing that the site is at fault. A site without a listing proves nothing.
   */
  async #reportRemoved(): Promise<void> {
    const { ports, counts, secondLook, drifts } = this.#context
    if (counts.listed === 0) return
    const unasked = secondLook.listUnasked(counts.kind, ports.now())
    for (const [position, article] of unasked.entries()) {
      if (secondLook.countGone(unasked.length - position).isMass) break
      endAtDeadline(this.#context)
      await this.#articles.askUnlisted(entryOf(article))
    }
    const { gone, checked, isMass } = secondLook.countGone()
    if (isMass) {
      await drifts.open('mass-removal', `${gone} of ${checked} stored articles are gone at once`)
      return
    }
    if (checked > 0) await drifts.end('mass-removal')
    counts.removed += await secondLook.report(ports.now())
  }

  async #followHints(hasFailed: boolean): Promise<void> {
    const { site, request, ports, counts, book } = this.#context
    const { hints: memory, fetcher } = ports
    if (memory === undefined || request.allowUpdate) return
    counts.hinted += await followHints({
      site,
      kind: counts.kind,
      request,
      hasFailed,
      fetcher,
      memory,
      isKnown: (url) => book.whyNot(url) !== null || this.#listed.has(url),
      endAtDeadline: () => endAtDeadline(this.#context),
      readMoved: (folder) => this.#readMoved(folder),
      read: (item) => this.#articles.read(item, true),
      send: (read, item) => this.#articles.accept(read, item, false),
    })
    await this.#articles.flush()
  }

  /** Reads the listing in the folder where a hint found the news of a listing that is gone. */
  async #readMoved(folder: string): Promise<void> {
    const { site, counts, drifts } = this.#context
    const listing = this.#listings.firstFaulty
    const { listed } = counts
    let stopped: RunStop
    try {
      const pageUrl = firstPageUrl(counts.kind, folder)
      stopped = await this.#readPages({ listing, pageUrl, state: FIRST_PAGE, sent: [] })
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      return
    }
    if (counts.listed > listed || stopped === 'unchanged')
      await drifts.open('listing-moved', `${site.listingUrls[listing]}: the news are at ${folder}`)
  }
}

/**
 * Scrapes one agency: reads its listings, sends each new article as a message of `news-ingest`, and saves its progress
 * by page. Faults of the site end the run and are part of the result; a fault of one article is remembered for its
 * address, which later runs ask again. The next run with the same request continues a run that ended early, and others
 * read past known articles after one. Throws the errors of the ports (queue, store).
 */
export async function scrapeSite(site: Site, request: RunRequest, ports: RunPorts): Promise<AgencyResult> {
  const start = startAfter(await ports.loadProgress(site.key), site, request)
  const counts = new RunCounts(site, start.resumed?.kind ?? site.kind, ports.now())
  const book = new AddressBook(site.key, {
    memory: ports.addresses,
    known: await ports.findKnown(site.key, request.window),
    notes: await ports.addresses.list(site.key),
  })
  const secondLook = new SecondLook(site.key, request, ports.removals)
  const drifts = new DriftWatch(site.key, ports.drifts, () => ports.now())
  const stopped = await new SiteRun({ site, request, ports, counts, book, secondLook, drifts }, start).run()
  return counts.finish(stopped, ports.now())
}
