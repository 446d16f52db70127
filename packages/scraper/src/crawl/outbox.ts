import type { ListingItem } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import type { Read } from '../site/site-pages.ts'
import { bodyKey, isMassReplacement, losesText, SAME_BODY_MAX, wrongPage } from '../site/judge-article.ts'
import type { NewsMessage } from './news-message.ts'
import type { RunContext } from './run-context.ts'

/** An article that was read and waits to be compared with others. */
export type Candidate = {
  readonly read: Read<ScrapedArticle>
  readonly item: ListingItem
  /** Null for an article that cannot be sent, such as one without a date. */
  readonly message: NewsMessage | null
  /** When the page was read. */
  readonly at: Date
}
type Sendable = Candidate & { readonly message: NewsMessage }

/** Sends articles after they were compared: new ones with each other, new texts of stored ones with the stored texts. */
export class Outbox {
  readonly #context: RunContext
  #fresh: Sendable[] = []
  #replacements: Sendable[] = []
  /** Stored articles that answered, of which few may change at once. */
  seenAgain = 0
  readonly #addressesByBody = new Map<string, Set<string>>()

  constructor(context: RunContext) {
    this.#context = context
  }

  /** Whether new texts of stored articles wait for the end of the run. */
  get holdsReplacements(): boolean {
    return this.#replacements.length > 0
  }

  /** Adds a new article, for `flush`, or the new text of a stored one, for `flushReplacements`. */
  add(candidate: Sendable, isReplacement: boolean): void {
    const waiting = isReplacement ? this.#replacements : this.#fresh
    waiting.push(candidate)
  }

  /**
   * Sends the new articles that were added since the last call, except bodies that several addresses share. Calls
   * `onSent` after each, with its address in the listing.
   */
  async flush(onSent: (url: string) => Promise<void> = async () => {}): Promise<void> {
    const fresh = this.#fresh
    this.#fresh = []
    const keyOf = ({ read }: Candidate) => bodyKey(read.value)
    for (const candidate of fresh) {
      const key = keyOf(candidate)
      if (key === null) continue
      this.#addressesByBody.set(key, (this.#addressesByBody.get(key) ?? new Set()).add(candidate.item.url))
    }
    for (const candidate of fresh) {
      const shared = this.#addressesByBody.get(keyOf(candidate) ?? '')?.size ?? 0
      if (shared > SAME_BODY_MAX) {
        await this.#hold(candidate, `${shared} addresses have the same text`)
        continue
      }
      await this.#send(candidate)
      await onSent(candidate.item.url)
    }
  }

  /** Sends the new texts of stored articles at the end of a run. Returns why some of them were held back, or null. */
  async flushReplacements(): Promise<string | null> {
    const { site, ports } = this.#context
    const replacements = this.#replacements
    const ids = replacements.map(({ message }) => message.uniqueId)
    const texts = await ports.findTexts?.(site.key, ids)
    const compared = replacements.flatMap((candidate) => {
      const stored = texts?.get(candidate.message.uniqueId)
      return stored === undefined ? [] : [{ candidate, stored, read: candidate.read.value }]
    })
    const lost = compared.filter(({ stored, read }) =>
      losesText({ stored: stored.characters, read: read.markdown.length }),
    )
    const changed = compared.filter(({ stored, read }) => stored.contentHash !== read.contentHash)
    const isMass = isMassReplacement({ changed: changed.length, seen: this.seenAgain })
    const held = new Set((isMass ? [...lost, ...changed] : lost).map(({ candidate }) => candidate))
    const why = isMass
      ? `${changed.length} of ${this.seenAgain} stored texts would change at once`
      : `${lost.length} new texts lack four fifths of the stored ones`
    for (const candidate of replacements) {
      if (held.has(candidate)) await this.#hold(candidate, why)
      else await this.#send(candidate)
    }
    return held.size > 0 ? why : null
  }

  /** Keeps the page for later readers. A page that cannot be kept is counted, and is no fault of the site. */
  async keep({ read: { page, value }, item, message, at }: Candidate): Promise<void> {
    const { site, ports, counts } = this.#context
    const uniqueId = message?.uniqueId ?? null
    const isKept = await ports.keepRaw?.({
      agencyKey: site.key,
      kind: counts.kind,
      url: value.url,
      uniqueId,
      entry: item,
      page,
      at,
    })
    if (isKept === false) counts.unkept += 1
  }

  async #send(candidate: Sendable): Promise<void> {
    const { ports, counts, book } = this.#context
    const { read, item, message } = candidate
    await this.keep(candidate)
    await ports.emit(message, item.url)
    await ports.fetcher.remember(read.page)
    await book.clear(item.url)
    counts.sent += 1
  }

  /** Sends nothing. The next second look asks again. */
  async #hold({ item, read }: Candidate, detail: string): Promise<void> {
    const { book, counts, ports } = this.#context
    await book.record(item, 'held', detail, ports.now())
    counts.addFault(wrongPage(detail, read.page), item.url)
  }
}
