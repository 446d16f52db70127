import type { ListingItem, SiteKind } from '../model/article.ts'
import type { ScrapeError } from '../model/errors.ts'
import { isMassRemoval } from './judge-drift.ts'
import type { RecentArticle, RemovalPorts, RunRequest } from './ports.ts'

/** Articles that a run asks for although no listing shows them. The deep pass covers a month, so it asks for fewer. */
const CHECKS_MAX = 60
const DEEP_CHECKS_MAX = 50
/** The broadcasters take a request in ten seconds, and new articles wait meanwhile. */
const SLOW_CHECKS_MAX = 12
/** Looks are eight hours apart: each of them begins with other articles. */
const TURN_MS = 8 * 3_600_000
const MISSING = new Set([404, 410])

/** Whether the page of an article does not exist. A page that only says so in its text may be a fault of the site. */
export const isMissing = ({ status }: ScrapeError): boolean => status !== null && MISSING.has(status)

/** A stored article as an entry of a listing. */
export const entryOf = ({ url, title, category }: RecentArticle): ListingItem => ({
  url,
  title,
  stamp: null,
  category,
  tags: [],
})

/** What the pages of the stored articles of a run's days answered. */
export class SecondLook {
  readonly #request: RunRequest
  readonly #agencyKey: string
  readonly #ports: RemovalPorts | undefined
  readonly #answers = new Map<string, 'present' | 'missing'>()
  readonly #listed = new Set<string>()
  #recent: readonly RecentArticle[] = []
  #removed: ReadonlySet<string> = new Set()

  constructor(agencyKey: string, request: RunRequest, ports: RemovalPorts | undefined) {
    this.#agencyKey = agencyKey
    this.#request = request
    this.#ports = request.looksAgain || request.isDeep ? ports : undefined
  }

  /** Loads the stored articles, when this run looks at them. */
  async load(): Promise<void> {
    this.#recent = (await this.#ports?.listRecent(this.#agencyKey, this.#request.window)) ?? []
    this.#removed = new Set(this.#recent.filter(({ isRemoved }) => isRemoved).map(({ url }) => url))
  }

  /** Whether the article was removed: then its page must be read in full, also when it did not change since. */
  isRemoved(url: string): boolean {
    return this.#removed.has(url)
  }

  note(url: string, answer: 'present' | 'missing'): void {
    this.#answers.set(url, answer)
  }

  /** A deep pass takes the word of the listing for a known article; otherwise each is asked for. */
  noteListed(items: readonly ListingItem[]): void {
    for (const { url } of items) {
      this.#listed.add(url)
      if (this.#request.isDeep && !this.isRemoved(url)) this.note(url, 'present')
    }
  }

  /**
   * Stored articles that the run has not asked for yet. First those that were missing before, then those that a listing
   * should have shown, because it showed older ones, then others in turn.
   */
  listUnasked(kind: SiteKind, now: Date): readonly RecentArticle[] {
    const plone = this.#request.isDeep ? DEEP_CHECKS_MAX : CHECKS_MAX
    const max = kind.startsWith('plone') ? plone : SLOW_CHECKS_MAX
    const oldest = this.#recent.findLastIndex(({ url }) => this.#listed.has(url))
    const groups = Map.groupBy(this.#recent.entries(), ([at, { url, isMissing, isRemoved }]) => {
      if (this.#answers.has(url)) return 'asked'
      if (isMissing || isRemoved) return 'missing'
      return at < oldest ? 'left out' : 'other'
    })
    const of = (group: string) => (groups.get(group as never) ?? []).map(([, article]) => article)
    const first = [...of('missing'), ...of('left out')]
    const others = of('other')
    const left = Math.max(max - first.length, 0)
    const start = (Math.floor(now.getTime() / TURN_MS) * left) % Math.max(others.length, 1)
    return [...first, ...others.slice(start), ...others.slice(0, start)].slice(0, max)
  }

  #with(answer: 'present' | 'missing'): readonly RecentArticle[] {
    return this.#recent.filter(({ url }) => this.#answers.get(url) === answer)
  }

  /** How many of the articles are gone, removed ones included; `unasked` more may still answer. */
  countGone(unasked = 0): { gone: number; checked: number; isMass: boolean } {
    const gone = this.#with('missing').length
    const checked = gone + this.#with('present').length + unasked
    return { gone, checked, isMass: isMassRemoval({ gone, checked }) }
  }

  /** Records the answers and hands over the articles that were gone before. Returns their number. */
  async report(now: Date): Promise<number> {
    const missing = this.#with('missing').filter(({ isRemoved }) => !isRemoved)
    const seen = {
      missing: missing.map(({ uniqueId }) => uniqueId),
      present: this.#with('present').map(({ uniqueId }) => uniqueId),
    }
    if (this.#ports === undefined || seen.missing.length + seen.present.length === 0) return 0
    const confirmed = new Set(await this.#ports.note(this.#agencyKey, seen))
    for (const { uniqueId, url } of missing) {
      if (!confirmed.has(uniqueId)) continue
      await this.#ports.emit({ uniqueId, agencyKey: this.#agencyKey, url, removedAt: now.toISOString() })
    }
    return confirmed.size
  }
}
