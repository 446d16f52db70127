import type { ListingItem, ScrapedArticle } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { statedDay, UNDATED_IN_ROW } from '../plan-page.ts'
import { dayOf } from '../text/dates.ts'
import { reasonOf } from './address-book.ts'
import {
  bodyKey,
  isArticleOf,
  isClosed,
  isCut,
  isMassReplacement,
  losesText,
  SAME_BODY_MAX,
} from './judge-article.ts'
import { toNewsMessage, type NewsMessage } from './news-message.ts'
import type { ReadPage } from './ports.ts'
import { RunEnd, type RunContext } from './run-context.ts'
import { isMissing } from './second-look.ts'
import { fetchArticle, type Read } from './site-pages.ts'

const FAILURES_IN_ROW_MAX = 5
/** A challenge for one address may be about its words. Two in a row are for us, and asking on prolongs them. */
const CHALLENGE_FAILURES = 3
/** EBC lists no dates: after so many articles older than the window in a row, the listing ends. */
const OLDER_IN_ROW_MAX = 5

/** Throws the error again; a notice of the site, such as that of a maintenance, as a page that is not the article. */
function toWrongPage(error: unknown): never {
  if (!(error instanceof ScrapeError && error.isNotice && error.kind === 'unknown')) throw error
  const wrong = new ScrapeError('wrong_page', error.message, { cause: error })
  wrong.page = error.page
  throw wrong
}

/** An article that was read and waits to be compared with others. */
type Candidate = {
  readonly read: Read<ScrapedArticle>
  readonly item: ListingItem
  readonly message: NewsMessage
  /** When the page was read. */
  readonly at: Date
}

/**
 * Asks for single articles, judges what was read, and sends it. A fault of an article is remembered for its address.
 * Throws RunEnd when the site itself is at fault: after five failures of different articles in a row.
 */
export class ArticleSender {
  readonly #context: RunContext
  #failuresInRow = 0
  #olderInRow = 0
  #undatedInRow = 0
  /** Pages of this site end with a closing tag, so one without it was cut. */
  #closesPages = false
  #fresh: Candidate[] = []
  #replacements: Candidate[] = []
  /** Stored articles that answered. */
  #seenAgain = 0
  readonly #addressesByBody = new Map<string, Set<string>>()

  constructor(context: RunContext) {
    this.#context = context
  }

  /** So many undated articles in a row are older than the window that further ones are older too. */
  get isBeforeWindow(): boolean {
    return this.#olderInRow >= OLDER_IN_ROW_MAX
  }

  /** So many articles in a row have no date that the site's dates cannot be read. */
  get isUndated(): boolean {
    return this.#undatedInRow >= UNDATED_IN_ROW
  }

  beginListing(): void {
    this.#olderInRow = 0
    this.#undatedInRow = 0
  }

  /** Learns from a page of the site whether its pages end with a closing tag. */
  compareEnds(text: string): void {
    this.#closesPages ||= isClosed(text)
  }

  /** Whether new texts of stored articles wait for the end of the run. */
  get holdsReplacements(): boolean {
    return this.#replacements.length > 0
  }

  /** Asks for an article of a listing. `isAgain`: it is stored already. */
  async askListed(item: ListingItem, isAgain: boolean): Promise<void> {
    const { secondLook, drifts, book, counts, ports, request } = this.#context
    try {
      const conditional = isAgain && !request.allowUpdate && !secondLook.isRemoved(item.url)
      const read = await this.read(item, conditional)
      this.#failuresInRow = 0
      await this.accept(read, item, isAgain)
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      secondLook.record(item.url, isMissing(error) ? 'missing' : 'unclear')
      await drifts.keepUnread(error, 'article')
      if (error.kind !== 'host_paused') {
        await book.record(item, reasonOf(error), error.message, ports.now())
        counts.addFault(error, item.url)
      }
      this.#countFailure(error, item.url)
    }
  }

  /** Asks for a stored article that no listing shows. A page that cannot be read now is no fault of the run. */
  async askUnlisted(item: ListingItem): Promise<void> {
    const { secondLook, counts } = this.#context
    const conditional = !secondLook.isRemoved(item.url)
    try {
      await this.accept(await this.read(item, conditional), item, true)
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      if (isMissing(error)) {
        secondLook.record(item.url, 'missing')
        if (conditional) counts.gone += 1
      } else if (reasonOf(error) === 'held') {
        counts.addFault(error, item.url)
      } else if (['network_error', 'anti_bot', 'host_paused'].includes(error.kind)) {
        this.#countFailure(error, item.url)
      }
    }
  }

  /** Asks again for an article that was asked in vain. Returns the error of a site that does not answer, or null. */
  async askAgain(item: ListingItem): Promise<ScrapeError | null> {
    const { book, counts, drifts, ports } = this.#context
    try {
      await this.accept(await this.read(item, false), item, false)
      return null
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      if (error.kind === 'host_paused') return error
      await drifts.keepUnread(error, 'article')
      await book.record(item, reasonOf(error), error.message, ports.now())
      counts.addFault(error, item.url)
      return ['network_error', 'anti_bot'].includes(error.kind) ? error : null
    }
  }

  /**
   * Reads an article; null when it did not change. Throws ScrapeError, also for a page that was cut and for one that is
   * not the article of its entry.
   */
  async read(item: ListingItem, conditional: boolean): Promise<Read<ScrapedArticle> | null> {
    const { site, ports, counts } = this.#context
    const read = await fetchArticle(ports.fetcher, { kind: counts.kind, site }, item, conditional).catch(
      toWrongPage,
    )
    if (read === null) return null
    const { text } = read.page
    this.compareEnds(text)
    if (isCut(text, this.#closesPages)) throw new ScrapeError('network_error', 'the page ends early')
    if (!isArticleOf(item, text, read.value)) {
      const error = new ScrapeError('wrong_page', `the page is not "${item.title}"`)
      error.page = { address: read.page.finalUrl, text }
      throw error
    }
    return read
  }

  /** Takes what was read of an article, for `flush`. Returns whether a new or changed text was read. */
  async accept(read: Read<ScrapedArticle> | null, item: ListingItem, isAgain: boolean): Promise<boolean> {
    const { ports, counts, secondLook, drifts, book, request } = this.#context
    secondLook.record(item.url, 'present')
    if (isAgain) this.#seenAgain += 1
    if (read === null) {
      counts.unchanged += 1
      await book.clear(item.url)
      return false
    }
    const { value } = read
    counts.fetched += 1
    counts.addArticle(value)
    await drifts.recordArticle(read, counts.kind)
    const isOlder = value.publishedAt !== null && dayOf(value.publishedAt) < request.window.start
    this.#olderInRow = statedDay(item) === null && isOlder ? this.#olderInRow + 1 : 0
    const storedId = book.storedId(item.url) ?? book.storedId(value.url) ?? (await this.#findMoved(value))
    const at = ports.now()
    const message = toNewsMessage(value, at, storedId)
    if (message === null) {
      await this.#keep({ url: value.url, uniqueId: null, entry: item, page: read.page, at })
      await this.#leaveUndated(read, item)
      return true
    }
    this.#undatedInRow = 0
    // An operator who asks for updates has decided that the new texts are right.
    const isReplacement = isAgain && !request.allowUpdate
    const waiting = isReplacement ? this.#replacements : this.#fresh
    waiting.push({ read, item, message, at })
    return true
  }

  /**
   * Sends the new articles that were read since the last call, except bodies that several addresses share. Calls
   * `onSent` after each, with its address in the listing.
   */
  async flush(onSent: (url: string) => Promise<void> = async () => {}): Promise<void> {
    const fresh = this.#fresh
    this.#fresh = []
    for (const { read, item } of fresh) this.#addBody(read.value, item.url)
    for (const candidate of fresh) {
      const shared = this.#addressesByBody.get(bodyKey(candidate.read.value) ?? '')?.size ?? 0
      if (shared > SAME_BODY_MAX) {
        await this.#hold(candidate, `${shared} addresses have the same text`)
        continue
      }
      await this.#emit(candidate)
      await onSent(candidate.item.url)
    }
  }

  /** Sends the new texts of stored articles at the end of a run. Returns why some of them were held back, or null. */
  async flushReplacements(): Promise<string | null> {
    const { site, ports } = this.#context
    const replacements = this.#replacements
    this.#replacements = []
    const ids = replacements.map(({ message }) => message.uniqueId)
    const stored = (await ports.findTexts?.(site.key, ids)) ?? new Map()
    const textOf = ({ message }: Candidate) => stored.get(message.uniqueId)
    const lost = replacements.filter((each) => {
      const text = textOf(each)
      return (
        text !== undefined && losesText({ stored: text.characters, read: each.read.value.markdown.length })
      )
    })
    const changed = replacements.filter((each) => {
      const text = textOf(each)
      return text !== undefined && text.contentHash !== each.read.value.contentHash
    })
    const isMass = isMassReplacement({ changed: changed.length, seen: this.#seenAgain })
    const held = new Set(isMass ? [...lost, ...changed] : lost)
    const why = isMass
      ? `${changed.length} of ${this.#seenAgain} stored texts would change at once`
      : `${lost.length} new texts lack four fifths of the stored ones`
    for (const candidate of replacements) {
      if (held.has(candidate)) await this.#hold(candidate, why)
      else await this.#emit(candidate)
    }
    return held.size > 0 ? why : null
  }

  #addBody(article: ScrapedArticle, url: string): void {
    const key = bodyKey(article)
    if (key === null) return
    this.#addressesByBody.set(key, (this.#addressesByBody.get(key) ?? new Set()).add(url))
  }

  async #emit({ read, item, message, at }: Candidate): Promise<void> {
    const { ports, counts, book } = this.#context
    const { uniqueId } = message
    await this.#keep({ url: read.value.url, uniqueId, entry: item, page: read.page, at })
    await ports.emit(message, item.url)
    await ports.fetcher.remember(read.page)
    await book.clear(item.url)
    counts.sent += 1
  }

  /** Keeps the page for later readers. A page that cannot be kept is counted, and is no fault of the site. */
  async #keep(read: Omit<ReadPage, 'agencyKey' | 'kind'>): Promise<void> {
    const { site, ports, counts } = this.#context
    const isKept = await ports.keepRaw?.({ agencyKey: site.key, kind: counts.kind, ...read })
    if (isKept === false) counts.unkept += 1
  }

  /** Sends nothing. The next second look asks again. */
  async #hold({ item, read }: Candidate, detail: string): Promise<void> {
    const { book, counts, ports } = this.#context
    const error = new ScrapeError('wrong_page', detail)
    error.page = { address: read.page.finalUrl, text: read.page.text }
    await book.record(item, 'held', detail, ports.now())
    counts.addFault(error, item.url)
  }

  async #leaveUndated({ page, value }: Read<ScrapedArticle>, item: ListingItem): Promise<void> {
    const { ports, counts, drifts, book } = this.#context
    const why = value.publishedAt === null ? 'no date' : `the date ${value.publishedAt.iso}`
    counts.undated += 1
    counts.addFault({ kind: 'undated', message: `the article has ${why}` }, item.url)
    await book.record(item, 'undated', why, ports.now())
    this.#undatedInRow += 1
    if (this.#undatedInRow !== UNDATED_IN_ROW) return
    const shown = { address: page.finalUrl, text: page.text }
    await drifts.open('undated-articles', `${UNDATED_IN_ROW} articles in a row have ${why}`, shown)
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

  /** Throws RunEnd when so many articles failed in a row that the site is at fault. */
  #countFailure(error: ScrapeError, url: string): void {
    this.#failuresInRow += error.kind === 'anti_bot' ? CHALLENGE_FAILURES : 1
    if (error.kind !== 'host_paused' && this.#failuresInRow < FAILURES_IN_ROW_MAX) return
    this.#context.counts.addError(error, url)
    throw new RunEnd('error')
  }
}
