import { HOUR_MS } from '@pauta/platform/time/time'
import type { Listing } from '../pages/listing.ts'
import { ScrapeError } from '../errors.ts'
import { KINDS } from '../kinds/kinds.ts'
import { planPage, type PagePlan } from './plan-page.ts'
import { chooseSources, findMovedFolder, pickHints, readSources } from '../site/site-hints.ts'
import { fetchFirstPage, fetchListing, firstPageUrl, type Read } from '../site/site-pages.ts'
import type { Site } from '../site/site.ts'
import { AddressBook, type Ask } from './address-book.ts'
import { ArticleAsker } from './article-asker.ts'
import { DriftWatch } from './drift-watch.ts'
import { isClosed } from '../site/judge-article.ts'
import { Outbox } from './outbox.ts'
import type { RunPorts, RunRequest } from './ports.ts'
import { asItAnswers, endAtDeadline, RunEnd, type RunContext } from './run-context.ts'
import { RunCounts, type AgencyResult, type RunStop } from './run-counts.ts'
import { placeAt, RunProgress, startAfter, type Place, type RunStart } from './run-progress.ts'
import { SecondLook } from './second-look.ts'

/** A run that closes a gap in a listing without dates ends at so many known articles in a row: about three pages. */
const UNDATED_KNOWN_MAX = 60
/** Articles that a run reads because a feed or sitemap names them. */
const HINTS_MAX = 15
/**
 * A run that follows up asks for the articles of so many hours, which is how long a site is asked at every schedule after it
 * published, and for so many of them at most: the newest.
 */
const FRESH_MS = 2 * HOUR_MS
const FRESH_MAX = 8
/** The broadcasters allow one request in ten seconds. */
const SLOW_FRESH_MAX = 2
/** Articles asked again in one run that a site may fail to answer. */
const UNANSWERED_MAX = 5

/**
 * The run of one agency: its listings, then the hints of feeds and sitemaps, then addresses that were asked in vain, then
 * articles of the last hours, or stored articles that nothing listed.
 */
class SiteRun {
  readonly #context: RunContext
  readonly #outbox: Outbox
  readonly #articles: ArticleAsker
  readonly #progress: RunProgress
  /** The numbers of listings whose first page could not be read. */
  readonly #faulty: number[] = []
  /** A listing ended because its articles have no dates, so later runs must read past known articles. */
  #isUndated = false

  constructor(context: RunContext, start: RunStart) {
    this.#context = context
    this.#outbox = new Outbox(context)
    this.#articles = new ArticleAsker(context, this.#outbox)
    this.#progress = new RunProgress(context, start)
  }

  /** Makes the run. What was read before its early end is sent, too. */
  async run(): Promise<RunStop> {
    const { counts, drifts, book } = this.#context
    const { stopped, isComplete } = await this.#readAll()
    await this.#outbox.flush()
    const held = await this.#outbox.flushReplacements()
    if (held !== null) await drifts.open('mass-replacement', held)
    // Before, a run that ends here would be continued behind articles that it did not send.
    if (isComplete)
      await this.#progress.end(this.#isUndated || (this.#faulty.length > 0 && this.#progress.hasGap))
    await drifts.finish(counts, {
      isFirstPart: this.#progress.firstListing === 0,
      isWhole: stopped !== 'error' && stopped !== 'deadline',
      notes: book.notes,
    })
    return stopped
  }

  async #readAll(): Promise<{ stopped: RunStop; isComplete: boolean }> {
    try {
      return { stopped: await this.#readParts(), isComplete: true }
    } catch (error) {
      if (error instanceof RunEnd) return { stopped: error.stopped, isComplete: false }
      if (!(error instanceof ScrapeError)) throw error
      this.#context.counts.addError(error, 'listing')
      return { stopped: 'error', isComplete: false }
    }
  }

  async #readParts(): Promise<RunStop> {
    const { site, request, ports, book, secondLook } = this.#context
    let stopped: RunStop = 'end'
    await secondLook.load()
    for (let listing = this.#progress.firstListing; listing < site.listingUrls.length; listing += 1)
      stopped = await this.#readListing(site.listingUrls[listing] ?? '', this.#progress.startOf(listing))
    if (!request.allowUpdate) {
      await this.#followHints()
      await this.#askUnlisted(book.chooseDue(ports.now()), UNANSWERED_MAX)
    }
    if (this.#faulty.length > 0) return stopped
    if (request.followsUp) await this.#followUp()
    await this.#reportRemoved()
    return stopped
  }

  /** Asks for the articles of the last hours, whether the listing changed or not: a silent edit does not change it. */
  async #followUp(): Promise<void> {
    const { site, ports, counts, book } = this.#context
    const limit = KINDS[counts.kind].isSlow ? SLOW_FRESH_MAX : FRESH_MAX
    const since = new Date(ports.now().getTime() - FRESH_MS)
    const articles = (await ports.listFresh?.(site.key, { since, limit })) ?? []
    await this.#askUnlisted(book.chooseStored(articles, 'fresh'), 1)
  }

  /** Reads the pages of one listing until the plan stops. Saves the progress before each page. */
  async #readListing(listingUrl: string, start: Place): Promise<RunStop> {
    const { site, ports, counts, book, secondLook, drifts } = this.#context
    let place = start
    this.#articles.beginListing()
    for (;;) {
      await this.#progress.save(place)
      endAtDeadline(this.#context)
      const read = await this.#readPage(listingUrl, place)
      if (read === 'error') return read
      if (read === 'unchanged') {
        drifts.recordUnchanged()
        counts.unchanged += 1
        return read
      }
      const { items } = read.value
      counts.addListing(read.value)
      this.#articles.ends.closesPages ||= isClosed(read.page.text)
      await ports.recordListed?.(site.key, items)
      secondLook.recordListed(items)
      book.recordListed(items)
      const isEmptied =
        place.pages === 0 && (await drifts.checkListing(site.listingUrls[place.listing] ?? '', read))
      const plan = this.#plan(read.value, place)
      counts.addSkipped(plan)
      await this.#askListed(book.chooseListed(plan, ports.now()), place)
      const { ended } = this.#articles
      const stopped = ended === 'undated' ? ended : (plan.stopped ?? ended)
      if (stopped === 'undated') {
        this.#isUndated = true
        await drifts.open('undated-articles', `${listingUrl}: five articles in a row have no date`)
      }
      // The next run must read an empty page again, to find out whether it is still empty, and one without dates.
      else if (!isEmptied) await ports.fetcher.remember(read.page)
      if (stopped !== null) return stopped
      place = { ...plan.state, listing: place.listing, pageUrl: plan.nextUrl ?? '', sent: [] }
    }
  }

  /**
   * Reads a page of a listing. A first page that is gone or has changed does not end the run: other listings, and hints,
   * may have its news. Throws ScrapeError for other faults.
   */
  async #readPage(
    listingUrl: string,
    { listing, pages, pageUrl }: Place,
  ): Promise<Read<Listing> | 'unchanged' | 'error'> {
    const { ports, request, counts, drifts } = this.#context
    const site = asItAnswers(this.#context)
    if (pages > 0) return (await fetchListing(ports.fetcher, site, pageUrl, false)) ?? 'unchanged'
    const { allowUpdate, isDeep, looksAgain } = request
    // When the first page did not change, nothing behind it did, unless a run left a gap: also within this page.
    const mustRead = allowUpdate || isDeep || looksAgain || this.#progress.hasGap
    try {
      const { kind, read } = await fetchFirstPage(ports.fetcher, site, listingUrl, !mustRead)
      counts.kind = kind
      return read ?? 'unchanged'
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      await drifts.keepUnread(error, 'listing')
      if (!error.isAbsent) throw error
      this.#faulty.push(listing)
      counts.addError(error, 'listing')
      return 'error'
    }
  }

  #plan(listing: Listing, place: Place): PagePlan {
    const { request, book } = this.#context
    const options = {
      window: request.window,
      whyNot: (url: string) => book.whyNot(url),
      // An article that was published with an earlier date stands below known ones.
      readsPastKnown: request.isDeep || this.#progress.hasGap || (request.looksAgain && place.pages === 0),
      ...(!request.isDeep && { undatedKnownMax: UNDATED_KNOWN_MAX }),
    }
    return planPage(listing, options, place)
  }

  /** Asks for the articles of a page and sends them. Ends when the listing ends. */
  async #askListed(asks: readonly Ask[], place: Place): Promise<void> {
    try {
      for (const ask of asks) {
        if (this.#context.book.wasAsked(ask.item.url)) continue
        endAtDeadline(this.#context)
        await this.#articles.ask(ask)
        if (this.#outbox.holdsReplacements) this.#progress.waitAt(place)
        if (this.#articles.ended !== null) return
      }
    } finally {
      // A run that ends within the page continues behind what it sent.
      await this.#outbox.flush(async (url) => {
        place.sent.push(url)
        await this.#progress.save(place)
      })
    }
  }

  /** Asks for articles that no listing shows and sends them. Returns false when the site leaves too many unanswered. */
  async #askUnlisted(asks: readonly Ask[], unansweredMax: number): Promise<boolean> {
    let unanswered = 0
    for (const ask of asks) {
      endAtDeadline(this.#context)
      if (!(await this.#articles.ask(ask))) unanswered += 1
      if (unanswered >= unansweredMax) break
    }
    await this.#outbox.flush()
    return unanswered < unansweredMax
  }

  /**
   * Sends articles that no listing showed and that a feed, a sitemap or the search of the whole site names. When a listing
   * is gone, reads it in the folder that the hints name.
   */
  async #followHints(): Promise<void> {
    const { request, ports, book } = this.#context
    const { fetcher, hints: memory } = ports
    if (memory === undefined) return
    const { window } = request
    const site = asItAnswers(this.#context)
    const hasFailed = this.#faulty.length > 0
    // An unchanged feed still has the addresses of the news of a missing listing.
    const options = { fetcher, memory, conditional: !hasFailed }
    const sources = await readSources(site, chooseSources(site.kind, request, hasFailed), options)
    const hints = sources.flatMap((source) => source.hints)
    const folder = hasFailed ? await findMovedFolder(fetcher, site, { hints, window }) : null
    if (folder !== null) await this.#readMoved(folder)
    const fresh = book.chooseHinted(pickHints(hints, site, window))
    const isAnswered = await this.#askUnlisted(fresh.slice(0, HINTS_MAX), 1)
    // The next run reads the rest. Without validators it gets the sources in full.
    if (isAnswered && fresh.length <= HINTS_MAX) for (const { page } of sources) await fetcher.remember(page)
  }

  /** Reads the listing in the folder where a hint found the news of a listing that is gone. */
  async #readMoved(folder: string): Promise<void> {
    const { site, counts, drifts } = this.#context
    const [listing = 0] = this.#faulty
    const { listed } = counts
    const start = placeAt(listing, firstPageUrl(counts.kind, folder))
    const stopped = await this.#readListing(folder, start).catch((error: unknown) => {
      if (error instanceof ScrapeError) return 'error'
      throw error
    })
    if (counts.listed > listed || stopped === 'unchanged')
      await drifts.open('listing-moved', `${site.listingUrls[listing]}: the news are at ${folder}`)
  }

  /**
   * Requests the stored articles that no listing of this run showed. Articles that were missing before are reported as
   * removed, unless so many are missing that the site is at fault. A site without a listing proves nothing.
   */
  async #reportRemoved(): Promise<void> {
    const { ports, counts, book, secondLook, drifts } = this.#context
    if (counts.listed === 0) return
    const asks = book.chooseStored(secondLook.listUnasked(counts.kind, ports.now()), 'unlisted')
    for (const [position, ask] of asks.entries()) {
      if (secondLook.countGone(asks.length - position).isMass) break
      endAtDeadline(this.#context)
      await this.#articles.ask(ask)
    }
    const { gone, checked, isMass } = secondLook.countGone()
    if (isMass) {
      await drifts.open('mass-removal', `${gone} of ${checked} stored articles are gone at once`)
      return
    }
    if (checked > 0) await drifts.end('mass-removal')
    counts.removed += await secondLook.report(ports.now())
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
  const book = new AddressBook(site.key, request, {
    memory: ports.addresses,
    known: await ports.findKnown(site.key, request.window),
    notes: await ports.addresses.list(site.key),
    asked: start.resumed?.sent ?? [],
  })
  const secondLook = new SecondLook(site.key, request, ports.removals)
  const drifts = new DriftWatch(site.key, ports.drifts, () => ports.now())
  const stopped = await new SiteRun({ site, request, ports, counts, book, secondLook, drifts }, start).run()
  return counts.finish(stopped, ports.now())
}
