import { makeNewsSites } from '@pauta/emulators/sites/news-sites'
import { addressOf } from '@pauta/emulators/sites/site-address'
import { fetchFrom } from '@pauta/emulators/sites/site-fetch'
import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import type { Trouble } from '@pauta/emulators/sites/trouble'
import type { DbPool } from '@pauta/platform/database/database'
import {
  countAddresses,
  createBackfill,
  findBackfill,
  listBackfills,
  type Backfill,
} from '@pauta/scraper/backfill/backfills'
import type { PastMessage } from '@pauta/scraper/backfill/read-address'
import type { TurnPorts } from '@pauta/scraper/backfill/work'
import { workOnAll } from '@pauta/scraper/backfill/work-on-all'
import { createFetcher } from '@pauta/scraper/fetch/fetcher'
import { openFetchMemory } from '@pauta/scraper/store/ports'
import { aSite, SITE_HOSTS, someNews, USER_AGENT } from './news-sites.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** An emulated site with news of the past, and turns of backfills over it. Time passes by the pauses of its host alone. */
export class PastNews {
  readonly site: NewsSite
  readonly #db: DbPool
  now = Date.parse('2026-03-10T12:00:00Z')
  news: SiteNews[] = []
  readonly sent: PastMessage[] = []
  /** Every request, with its time. */
  asked: { path: string; at: number }[] = []
  /** What single paths answer in place of the site. */
  readonly answers = new Map<string, string | Uint8Array<ArrayBuffer>>()
  readonly troubles = new Map<string, Trouble>()

  constructor(db: DbPool, key: string, changes: Partial<NewsSite> = {}) {
    this.#db = db
    this.site = aSite(key, { hasFeeds: false, ...changes })
  }

  /** Publishes articles, each a day older than the one before. The first one is of yesterday. */
  publish(count: number, changes: Partial<SiteNews> = {}): SiteNews[] {
    const added = Array.from({ length: count }, (_, at) => {
      const number = this.news.length + at + 1
      return someNews(`n${number}`, new Date(this.now - number * DAY), changes)
    })
    this.news.push(...added)
    return added
  }

  pathOf = (news: SiteNews): string => new URL(addressOf(this.site, news)).pathname
  addressOf = (news: SiteNews): string => addressOf(this.site, news)
  countAsked = (path: string): number => this.asked.filter((each) => each.path.split('?')[0] === path).length

  /** The local day of the article that was published so many days ago. */
  dayOf = (daysAgo: number): string => new Date(this.now - daysAgo * DAY).toISOString().slice(0, 10)

  /** Asks for the news of so many days, from the oldest to the newest. Returns the number of the backfill. */
  begin(oldest: number, newest = 1): Promise<number> {
    const window = { start: this.dayOf(oldest), end: this.dayOf(newest) }
    return createBackfill(this.#db, { agencyKey: this.site.key, window, now: new Date(this.now) })
  }

  async #fetch(address: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(address)
    this.asked.push({ path: `${pathname}${search}`, at: this.now })
    const own = this.answers.get(pathname)
    if (own !== undefined) return new Response(own, { headers: { 'content-type': 'text/html' } })
    const sites = makeNewsSites({
      sites: [this.site],
      now: () => new Date(this.now),
      listNews: () => this.news,
      trouble: ({ path }) => this.troubles.get(path),
    })
    return await fetchFrom(sites)(address, init)
  }

  ports(minutes: number): TurnPorts {
    const clock = {
      now: () => this.now,
      sleep: async (milliseconds: number) => void (this.now += milliseconds),
      random: () => 0.5,
    }
    return {
      db: this.#db,
      fetcher: createFetcher({
        fetch: (address, init) => this.#fetch(address, init),
        clock,
        memory: openFetchMemory(this.#db),
        userAgent: USER_AGENT,
        allowedHosts: SITE_HOSTS,
      }),
      send: async (message) => void this.sent.push(message),
      keepRaw: async () => true,
      now: () => new Date(this.now),
      deadline: this.now + minutes * MINUTE,
    }
  }

  /** Makes one turn of all open backfills, as one invocation of the job. Returns how each ended. */
  async turn({ minutes = 12, ...changes }: Partial<TurnPorts> & { minutes?: number } = {}): Promise<
    string[]
  > {
    const open = await listBackfills(this.#db, { open: true })
    const turns = await workOnAll(open, { ...this.ports(minutes), ...changes })
    return turns.map(({ end }) => end)
  }

  /** Makes turns, a quarter of an hour apart, until none is open or `most` were made. Returns how each ended. */
  async turns(most: number, minutes?: number): Promise<string[]> {
    const ends: string[] = []
    while (ends.length < most) {
      const started = this.now
      const [end] = await this.turn(minutes === undefined ? {} : { minutes })
      if (end === undefined) break
      ends.push(end)
      this.now = Math.max(this.now, started + 15 * MINUTE)
    }
    return ends
  }

  async row(id: number): Promise<Backfill> {
    const row = await findBackfill(this.#db, id)
    if (!row) throw new Error(`no backfill ${id}`)
    return row
  }

  counts = (id: number) => countAddresses(this.#db, id)
  sentSlugs = (): string[] => this.sent.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
}
