import { reasonOf } from './address-notes.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import { ScrapeError } from '../errors.ts'
import { statedDay, UNDATED_IN_ROW } from './plan-page.ts'
import { showPage, type Read } from '../site/site-pages.ts'
import { dayOf } from '../dates/dates.ts'
import type { Ask } from './address-book.ts'
import { fetchJudged, isNews, type PageEnds } from '../site/judge-article.ts'
import { toNewsMessage } from './news-message.ts'
import type { Candidate, Outbox } from './outbox.ts'
import { asItAnswers, RunEnd, type RunContext } from './run-context.ts'
import { isMissing } from './second-look.ts'

const FAILURES_IN_ROW_MAX = 5
/** A challenge for one address may be about its words. Two in a row are for us, and asking on prolongs them. */
const CHALLENGE_FAILURES = 3
/** EBC lists no dates: after so many articles older than the window in a row, the listing ends. */
const OLDER_IN_ROW_MAX = 5

/**
 * Asks for single articles and gives those that can be sent to the outbox. A fault of an article is remembered for its
 * address. Throws RunEnd when the site itself is at fault: after five failures of different articles in a row.
 */
export class ArticleAsker {
  readonly #context: RunContext
  readonly #outbox: Outbox
  readonly ends: PageEnds = { closesPages: false }
  #failuresInRow = 0
  #olderInRow = 0
  #undatedInRow = 0

  constructor(context: RunContext, outbox: Outbox) {
    this.#context = context
    this.#outbox = outbox
  }

  beginListing(): void {
    this.#olderInRow = 0
    this.#undatedInRow = 0
  }

  /**
   * Why the listing ends: so many undated entries in a row are older than the window that further ones are older too, or
   * so many articles in a row have no date that the site's dates cannot be read. Null while it goes on.
   */
  get ended(): 'too_old' | 'undated' | null {
    if (this.#undatedInRow >= UNDATED_IN_ROW) return 'undated'
    return this.#olderInRow >= OLDER_IN_ROW_MAX ? 'too_old' : null
  }

  /** Asks for an article. Returns whether the site answered. */
  async ask(ask: Ask): Promise<boolean> {
    const { ports, request, secondLook } = this.#context
    const { item, purpose } = ask
    const isStored = purpose === 'again' || purpose === 'fresh' || purpose === 'unlisted'
    // The page of a removed article is read in full, also if it did not change since.
    const isRead = isStored && !request.allowUpdate && !secondLook.isRemoved(item.url)
    try {
      const read = await fetchJudged(ports.fetcher, asItAnswers(this.#context), item, {
        conditional: isRead || purpose === 'hinted',
        ends: this.ends,
      })
      this.#failuresInRow = 0
      if (purpose !== 'hinted' || (await this.#isWanted(read, item))) await this.#take(read, item, isStored)
      return true
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      await this.#fail(error, ask)
      return !error.isUnanswered
    }
  }

  /** Whether what only a hint names is news of the days of the run. The date is on its page only. */
  async #isWanted(read: Read<ScrapedArticle> | null, item: ListingItem): Promise<boolean> {
    const { request, ports, counts } = this.#context
    if (read === null) return false
    const { publishedAt } = read.value
    const day = publishedAt === null ? '' : dayOf(publishedAt)
    const isWanted = isNews(item, read.value) && day >= request.window.start && day <= request.window.end
    if (isWanted) counts.hinted += 1
    else await ports.fetcher.remember(read.page)
    return isWanted
  }

  /** Takes what was read of an article; null when it did not change. */
  async #take(read: Read<ScrapedArticle> | null, item: ListingItem, isStored: boolean): Promise<void> {
    const { ports, counts, secondLook, drifts, book, request } = this.#context
    secondLook.record(item.url, 'present')
    if (isStored) this.#outbox.seenAgain += 1
    if (read === null) {
      counts.unchanged += 1
      await book.clear(item.url)
      return
    }
    const { value } = read
    counts.addArticle(value)
    await drifts.recordArticle(read, counts.kind)
    const isOlder = value.publishedAt !== null && dayOf(value.publishedAt) < request.window.start
    this.#olderInRow = statedDay(item) === null && isOlder ? this.#olderInRow + 1 : 0
    const storedId = book.storedId(item.url) ?? book.storedId(value.url) ?? (await this.#findMoved(value))
    const at = ports.now()
    const message = toNewsMessage(value, at, storedId)
    if (message === null) {
      await this.#leaveUndated({ read, item, message, at })
      return
    }
    this.#undatedInRow = 0
    // An operator who asks for updates has decided that the new texts are right.
    this.#outbox.add({ read, item, message, at }, isStored && !request.allowUpdate)
  }

  async #leaveUndated(candidate: Candidate): Promise<void> {
    const { ports, counts, drifts, book } = this.#context
    const { item, read } = candidate
    const { page, value } = read
    await this.#outbox.keep(candidate)
    const why = value.publishedAt === null ? 'no date' : `the date ${value.publishedAt.iso}`
    counts.undated += 1
    counts.addFault({ kind: 'undated', message: `the article has ${why}` }, item.url)
    await book.record(item, 'undated', why, ports.now())
    this.#undatedInRow += 1
    if (this.#undatedInRow !== UNDATED_IN_ROW) return
    await drifts.open('undated-articles', `${UNDATED_IN_ROW} articles in a row have ${why}`, showPage(page))
  }

  /**
   * Returns the id of an article whose address changed: a stored article of the agency with the same text. Short texts
   * repeat, so they identify no article.
   */
  async #findMoved({ contentHash, flags }: ScrapedArticle): Promise<string | undefined> {
    const { site, ports } = this.#context
    if (contentHash === null || flags.includes('short')) return undefined
    return await ports.findSameText?.(site.key, contentHash)
  }

  /**
   * Records that an article cannot be read. A hint costs nothing, and neither does a stored article that no listing shows,
   * unless its page is gone or another one. A fresh one that is gone is left to the second look, which asks twice. Only addresses of listings and stored ones can show a fault of the site: those
   * that were asked in vain before are known to fail.
   */
  async #fail(error: ScrapeError, { item, purpose }: Ask): Promise<void> {
    const { secondLook, drifts, book, counts, ports } = this.#context
    if (purpose === 'hinted') return
    secondLook.record(item.url, isMissing(error) ? 'missing' : 'unclear')
    const reason = reasonOf(error)
    if (purpose === 'unlisted' || purpose === 'fresh') {
      if (purpose === 'unlisted' && isMissing(error) && !secondLook.isRemoved(item.url)) counts.gone += 1
      if (reason === 'held') counts.addFault(error, item.url)
      if (!error.isUnanswered) return
    } else if (error.kind !== 'host_paused') {
      await drifts.keepUnread(error, 'article')
      await book.record(item, reason, error.message, ports.now())
      counts.addFault(error, item.url)
    }
    if (purpose !== 'due') this.#countFailure(error, item.url)
  }

  /** Throws RunEnd when so many articles failed in a row that the site is at fault. */
  #countFailure(error: ScrapeError, url: string): void {
    this.#failuresInRow += error.kind === 'anti_bot' ? CHALLENGE_FAILURES : 1
    if (error.kind !== 'host_paused' && this.#failuresInRow < FAILURES_IN_ROW_MAX) return
    this.#context.counts.addError(error, url)
    throw new RunEnd('error')
  }
}
