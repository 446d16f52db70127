import type { Listing } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { FIRST_PAGE, planPage, type PagePlan } from '../plan-page.ts'
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

/**
 * The run of one agency: its listings, then the hints of feeds and sitemaps, then stored articles that nothing listed.
 */
class SiteRun {
  readonly #context: RunContext
  readonly #listings: ListingReader
  readonly #articles: ArticleSender
  readonly #progress: RunProgress
  /** Addresses that a listing of this run showed. */
  readonly #listed = new Set<string>()

  constructor(context: RunContext, start: RunStart) {
    this.#context = context
    this.#listings = new ListingReader(context)
    this.#articles = new ArticleSender(context)
    this.#progress = new RunProgress(context, start)
  }

  async run(): Promise<RunStop> {
    const { site, counts, secondLook, drifts } = this.#context
    let stopped: RunStop = 'end'
    await secondLook.load()
    for (let listing = this.#progress.firstListing; listing < site.listingUrls.length; listing += 1) {
      stopped = await this.#readListing(listing)
    }
    const { hasFault } = this.#listings
    await this.#followHints(hasFault)
    if (!hasFault) await this.#reportRemoved()
    await drifts.finish(counts, this.#progress)
    const leavesGap = this.#articles.missesArticle || (hasFault && this.#progress.hasGap)
    await (leavesGap ? this.#progress.endWithGap() : this.#progress.end())
    return stopped
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
    const { site, ports, secondLook, drifts } = this.#context
    let place = start
    this.#articles.beginListing()
    for (;;) {
      await this.#save(place)
      endAtDeadline(this.#context)
      const read = await this.#listings.read(place, this.#mayAskConditionally(place))
      if (read === null) {
        drifts.recordUnchanged()
        return 'unchanged'
      }
      const { items } = read.value
      await ports.recordListed?.(site.key, items)
      secondLook.recordListed(items)
      for (const { url } of items) this.#listed.add(url)
      const listingUrl = site.listingUrls[place.listing] ?? ''
      const isEmptied = place.state.pages === 0 && (await drifts.checkListing(listingUrl, read))
      const plan = this.#plan(read.value, place)
      this.#articles.beginPage()
      await this.#collect(plan, place)
      // The next run must read an empty page again, to find out whether it is still empty.
      if (!this.#articles.hasPageFailed && !isEmptied) await ports.fetcher.remember(read.page)
      if (plan.stopped !== null) return plan.stopped
      if (this.#articles.isBeforeWindow) return 'too_old'
      place = { listing: place.listing, pageUrl: plan.nextUrl ?? '', state: plan.state, sent: [] }
    }
  }

  /** Whether an unchanged first page ends a usual run: when it did not change, nothing behind it did. */
  #mayAskConditionally({ state }: Place): boolean {
    const { allowUpdate, isDeep, looksAgain } = this.#context.request
    // A run that continues a page of which articles were sent has a gap, too.
    const mustRead = allowUpdate || isDeep || looksAgain || this.#progress.hasGap
    return state.pages === 0 && !mustRead
  }

  #plan(listing: Listing, place: Place): PagePlan {
    const { request, known } = this.#context
    const { window, allowUpdate, isDeep } = request
    const options = {
      window,
      allowUpdate,
      known: new Set(known.keys()),
      readsPastKnown: isDeep || this.#progress.hasGap,
      ...(!isDeep && { undatedKnownMax: UNDATED_KNOWN_MAX }),
    }
    return planPage(listing, options, place.state)
  }

  /** Sends the articles of a page, the new ones first. Ends when the undated ones are older than the window. */
  async #collect(plan: PagePlan, place: Place): Promise<void> {
    const { looksAgain, allowUpdate } = this.#context.request
    const again = looksAgain && !allowUpdate ? plan.known : []
    const work = [
      ...plan.collect.map((item) => ({ item, isAgain: false })),
      ...again.map((item) => ({ item, isAgain: true })),
    ]
    for (const { item, isAgain } of work) {
      if (place.sent.includes(item.url)) continue
      endAtDeadline(this.#context)
      if (await this.#articles.sendListed(item, isAgain)) place.sent.push(item.url)
      await this.#save(place)
      if (this.#articles.isBeforeWindow) return
    }
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
      await this.#articles.sendUnlisted(entryOf(article))
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
    const { site, request, ports, counts, known } = this.#context
    const { hints: memory, fetcher } = ports
    if (memory === undefined || request.allowUpdate) return
    counts.hinted += await followHints({
      site,
      kind: counts.kind,
      request,
      hasFailed,
      fetcher,
      memory,
      isKnown: (url) => known.has(url) || this.#listed.has(url),
      endAtDeadline: () => endAtDeadline(this.#context),
      readMoved: (folder) => this.#readMoved(folder),
      send: (read, item) => this.#articles.send(read, item),
    })
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

  async #save(place: Place): Promise<void> {
    await this.#progress.save(place, this.#articles.missesArticle)
  }
}

/**
 * Scrapes one agency: reads its listings, sends each new article as a message of `news-ingest`, and saves its progress
 * by page. Faults of the site end the run and are part of the result; what was sent before stays sent. The next run with
 * the same request continues a run that ended early. After such a run, or one in which an article failed, the next run
 * reads past known articles. Throws the errors of the ports (queue, store).
 */
export async function scrapeSite(site: Site, request: RunRequest, ports: RunPorts): Promise<AgencyResult> {
  const start = startAfter(await ports.loadProgress(site.key), site, request)
  const counts = new RunCounts(site, start.resumed?.kind ?? site.kind, ports.now())
  const context: RunContext = {
    site,
    request,
    ports,
    counts,
    known: await ports.findKnown(site.key, request.window),
    secondLook: new SecondLook(site.key, request, ports.removals),
    drifts: new DriftWatch(site.key, ports.drifts),
  }
  try {
    const stopped = await new SiteRun(context, start).run()
    return counts.finish(stopped, ports.now())
  } catch (error) {
    if (error instanceof RunEnd) return counts.finish(error.stopped, ports.now())
    if (!(error instanceof ScrapeError)) throw error
    counts.addError(error, 'listing')
    return counts.finish('error', ports.now())
  }
}
