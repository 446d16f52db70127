import type { ListingItem, ScrapedArticle } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { statedDay } from '../plan-page.ts'
import { dayOf } from '../text/dates.ts'
import { toNewsMessage } from './news-message.ts'
import { ENDS_RUN, type ReadPage } from './ports.ts'
import { RunEnd, type RunContext } from './run-context.ts'
import { isMissing } from './second-look.ts'
import { fetchArticle, type Read } from './site-pages.ts'

const FAILURES_IN_ROW_MAX = 5
/** EBC lists no dates: after so many articles older than the window in a row, the listing ends. */
const OLDER_IN_ROW_MAX = 5

/**
 * Fetches, reads and sends single articles. Counts their faults; throws RunEnd when the site itself is at fault, after
 * five failures in a row.
 */
export class ArticleSender {
  readonly #context: RunContext
  #failuresInRow = 0
  #olderInRow = 0
  #hasPageFailed = false
  #missesArticle = false

  constructor(context: RunContext) {
    this.#context = context
  }

  /** A new article could not be read: known articles must not hide it from the next run. */
  get missesArticle(): boolean {
    return this.#missesArticle
  }

  /** An article of the current page failed. */
  get hasPageFailed(): boolean {
    return this.#hasPageFailed
  }

  /** So many undated articles in a row are older than the window that further ones are older too. */
  get isBeforeWindow(): boolean {
    return this.#olderInRow >= OLDER_IN_ROW_MAX
  }

  beginListing(): void {
    this.#olderInRow = 0
  }

  beginPage(): void {
    this.#hasPageFailed = false
  }

  /**
   * Sends an article of a listing. `isAgain`: it is stored already. Returns true when a changed or new text was read.
   */
  async sendListed(item: ListingItem, isAgain: boolean): Promise<boolean> {
    const { secondLook, drifts } = this.#context
    let read: Read<ScrapedArticle> | null
    try {
      read = await this.#fetch(item, isAgain && !secondLook.isRemoved(item.url))
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      if (isMissing(error)) secondLook.record(item.url, 'missing')
      await drifts.keepUnread(error, 'article')
      this.#missesArticle ||= !isAgain
      if (!this.#skipGone(error, isAgain)) this.#fail(error, item.url)
      return false
    }
    this.#failuresInRow = 0
    return await this.send(read, item)
  }

  /** Sends a stored article that no listing shows. A page that cannot be read now is no fault of the run. */
  async sendUnlisted(item: ListingItem): Promise<void> {
    const { secondLook, counts } = this.#context
    const conditional = !secondLook.isRemoved(item.url)
    let read: Read<ScrapedArticle> | null
    try {
      read = await this.#fetch(item, conditional)
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      if (ENDS_RUN.has(error.kind)) this.#fail(error, item.url)
      if (!isMissing(error)) return
      secondLook.record(item.url, 'missing')
      if (conditional) counts.gone += 1
      return
    }
    await this.send(read, item)
  }

  /** Sends what was read of an article. Returns false when its page did not change. */
  async send(read: Read<ScrapedArticle> | null, item: ListingItem): Promise<boolean> {
    const { ports, counts, secondLook, drifts } = this.#context
    secondLook.record(item.url, 'present')
    if (read === null) {
      counts.unchanged += 1
      return false
    }
    counts.fetched += 1
    counts.addArticle(read.value)
    drifts.recordArticle(read)
    await this.#emit(read, item)
    await ports.fetcher.remember(read.page)
    return true
  }

  async #fetch(item: ListingItem, conditional: boolean): Promise<Read<ScrapedArticle> | null> {
    const { site, ports, counts } = this.#context
    return await fetchArticle(ports.fetcher, { kind: counts.kind, site }, item, conditional)
  }

  async #emit({ page, value: article }: Read<ScrapedArticle>, item: ListingItem): Promise<void> {
    const { request, ports, counts, known } = this.#context
    const at = ports.now()
    const storedId = known.get(item.url) ?? known.get(article.url) ?? (await this.#findMoved(article))
    const message = toNewsMessage(article, at, storedId)
    await this.#keep({ url: article.url, uniqueId: message?.uniqueId ?? null, entry: item, page, at })
    const isOlder = article.publishedAt !== null && dayOf(article.publishedAt) < request.window.start
    this.#olderInRow = statedDay(item) === null && isOlder ? this.#olderInRow + 1 : 0
    if (message === null) {
      counts.undated += 1
      return
    }
    await ports.emit(message)
    counts.sent += 1
  }

  /** Keeps the page for later readers. A page that cannot be kept is counted, and is no fault of the site. */
  async #keep(read: Omit<ReadPage, 'agencyKey' | 'kind'>): Promise<void> {
    const { site, ports, counts } = this.#context
    const isKept = await ports.keepRaw?.({ agencyKey: site.key, kind: counts.kind, ...read })
    if (isKept === false) counts.unkept += 1
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
   * Counts a removed article, which is no fault of the site. Returns false for other faults, and for so many removed
   * articles in a row that the site is at fault. The next visit requests a new article again, because it may come back.
   */
  #skipGone(error: ScrapeError, isAgain: boolean): boolean {
    if (!error.isGone || this.#failuresInRow + 1 >= FAILURES_IN_ROW_MAX) return false
    this.#failuresInRow += 1
    this.#hasPageFailed ||= !isAgain
    this.#context.counts.gone += 1
    return true
  }

  #fail(error: ScrapeError, url: string): void {
    const { counts } = this.#context
    counts.failed += 1
    counts.addError(error, url)
    this.#hasPageFailed = true
    this.#failuresInRow += 1
    if (ENDS_RUN.has(error.kind) || this.#failuresInRow >= FAILURES_IN_ROW_MAX) throw new RunEnd('error')
  }
}
