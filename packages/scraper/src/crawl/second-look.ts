import type { ListingItem } from '../pages/listing.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import { HOUR_MS } from '@pauta/platform/time/time'
import { KINDS } from '../kinds/kinds.ts'
import type { ScrapeError } from '../errors.ts'
import { isMassRemoval } from './judge-drift.ts'
import type { RecentArticle, RemovalPorts, RunRequest } from './ports.ts'

/**
 * Most requests of a run for articles that no listing shows. The deep pass reads a month of listings, so it has fewer.
 */
const CHECKS_MAX = 60
const DEEP_CHECKS_MAX = 50
/** The broadcasters allow one request in ten seconds, and new articles wait meanwhile. */
const SLOW_CHECKS_MAX = 12
/** Time between two second looks. Each begins with other articles. */
const TURN_MS = 8 * HOUR_MS
const MISSING = new Set([404, 410])

/** Whether the page of an article does not exist. Only the status counts: a text like "not found" may be a fault. */
export const isMissing = ({ status }: ScrapeError): boolean => status !== null && MISSING.has(status)

/** Whether a stored article has a page. `unclear`: it was asked in vain, which says nothing of the page. */
type PageState = 'present' | 'missing' | 'unclear'

/** Records which stored articles of the run's days still have a page. */
export class SecondLook {
  readonly #request: RunRequest
  readonly #agencyKey: string
  readonly #ports: RemovalPorts | undefined
  readonly #answers = new Map<string, PageState>()
  readonly #listed = new Set<string>()
  #recent: readonly RecentArticle[] = []

  constructor(agencyKey: string, request: RunRequest, ports: RemovalPorts | undefined) {
    this.#agencyKey = agencyKey
    this.#request = request
    this.#ports = request.looksAgain || request.isDeep ? ports : undefined
  }

  /** Loads the stored articles, if this run checks them. */
  async load(): Promise<void> {
    this.#recent = (await this.#ports?.listRecent(this.#agencyKey, this.#request.window)) ?? []
  }

  /** Whether the article was removed. Its page must then be read in full, also if it did not change since. */
  isRemoved(url: string): boolean {
    return this.#recent.some((article) => article.isRemoved && article.url === url)
  }

  /** Records the answer for an article. */
  record(url: string, answer: PageState): void {
    this.#answers.set(url, answer)
  }

  /** Records the entries of a listing. In a deep pass a listed article counts as present without a request. */
  recordListed(items: readonly ListingItem[]): void {
    for (const { url } of items) {
      this.#listed.add(url)
      if (this.#request.isDeep && !this.isRemoved(url)) this.record(url, 'present')
    }
  }

  /**
   * Returns stored articles that the run has not requested yet. First those that were missing before, then those that a
   * listing should have shown, because it showed older ones, then others, a different part in each look.
   */
  listUnasked(kind: SiteKind, now: Date): readonly RecentArticle[] {
    const usual = this.#request.isDeep ? DEEP_CHECKS_MAX : CHECKS_MAX
    const max = KINDS[kind].isSlow ? SLOW_CHECKS_MAX : usual
    const isUnasked = ({ url }: RecentArticle) => !this.#answers.has(url)
    const missing = this.#recent.filter(({ isMissing, isRemoved }) => isMissing || isRemoved)
    const oldest = this.#recent.findLastIndex(({ url }) => this.#listed.has(url))
    const leftOut = this.#recent.slice(0, Math.max(oldest, 0))
    const first = new Set([...missing, ...leftOut].filter(isUnasked))
    const others = this.#recent.filter((article) => isUnasked(article) && !first.has(article))
    const left = Math.max(max - first.size, 0)
    const start = (Math.floor(now.getTime() / TURN_MS) * left) % Math.max(others.length, 1)
    return [...first, ...others.slice(start), ...others.slice(0, start)].slice(0, max)
  }

  #with(answer: 'present' | 'missing'): readonly RecentArticle[] {
    return this.#recent.filter(({ url }) => this.#answers.get(url) === answer)
  }

  /** Returns how many articles are gone, removed ones included. `unasked` more may still be present. */
  countGone(unasked = 0): { gone: number; checked: number; isMass: boolean } {
    const gone = this.#with('missing').length
    const checked = gone + this.#with('present').length + unasked
    return { gone, checked, isMass: isMassRemoval({ gone, checked }) }
  }

  /**
   * Stores the answers and sends a removal for each article that was missing in an earlier look, too. Returns their
   * number.
   */
  async report(now: Date): Promise<number> {
    const missing = this.#with('missing').filter(({ isRemoved }) => !isRemoved)
    const seen = {
      missing: missing.map(({ uniqueId }) => uniqueId),
      present: this.#with('present').map(({ uniqueId }) => uniqueId),
    }
    if (this.#ports === undefined || seen.missing.length + seen.present.length === 0) return 0
    const confirmed = new Set(await this.#ports.record(this.#agencyKey, seen))
    for (const { uniqueId, url } of missing) {
      if (!confirmed.has(uniqueId)) continue
      await this.#ports.emit({ uniqueId, agencyKey: this.#agencyKey, url, removedAt: now.toISOString() })
    }
    return confirmed.size
  }
}
