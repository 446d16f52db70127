import { receiveArticle } from '@pauta/core/articles/receive'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { addressOf } from '@pauta/emulators/sites/site-address'
import { loadConfig } from '@pauta/platform/config/config'
import { connectStorage } from '@pauta/platform/storage/storage'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { DAY_MS, HOUR_MS, localDay, MINUTE_MS } from '@pauta/platform/time/time'
import { createFetcher } from '@pauta/scraper/fetch/fetcher'
import type { NewsMessage } from '@pauta/scraper/crawl/news-message'
import type { RemovalMessage } from '@pauta/scraper/crawl/ports'
import { keepPage } from '@pauta/scraper/raw-pages/keep-page'
import { keepRaw } from '@pauta/scraper/raw-pages/keep-raw'
import { reread } from '@pauta/scraper/raw-pages/reread'
import { runScrape, scrapeDue, type RunSurroundings } from '@pauta/scraper/runs/run'
import { listOpenDrifts, type OpenDrift } from '@pauta/scraper/store/drifts'
import { listSites } from '@pauta/scraper/store/listed-sites'
import { openFetchMemory } from '@pauta/scraper/store/ports'
import { areSiteFaults } from '@pauta/scraper/runs/failures'
import { scrapeRequest } from '@pauta/scraper/runs/requests'
import { saveSite } from '@pauta/scraper/store/site-writes'
import { listFailingSites } from '@pauta/scraper/store/status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  FAULTS,
  FAULTY_DAYS,
  movedSite,
  publishWeek,
  siteWith,
  SkippingClock,
  WEEK_SITES,
  WeekSites,
  type Fault,
  type WeekNews,
} from '../kit/oracles/simulated-week.ts'
import { patient } from '../kit/runner/patience.ts'
import { tables } from '../kit/rows/tables.ts'
import { SITE_HOSTS, USER_AGENT } from '../kit/services/news-sites.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

// A week of the scrape job on the rows of a stage, by a clock that skips all pauses. The job runs every third hour instead
// of each quarter of an hour, so that faults have fewer chances to heal.

/** A Tuesday at Brasília. Its Sunday has the deep pass. */
const START = new Date('2026-03-10T03:00:00Z')
/** A day before the faults, and two days after them. */
const DAYS = 1 + FAULTY_DAYS + 2
const HOURS = 24
const HOURS_BETWEEN_RUNS = 3
const WORK_MS = 12 * MINUTE_MS
const NEVER = new Date('2036-01-01T00:00:00Z')
const KEYS: ReadonlySet<string> = new Set(WEEK_SITES.map(({ key }) => key))
const SITE_FACTS = { kind: 'plone-html', hosts: [], note: null }

interface Row {
  uniqueId: string
  agencyKey: string
  url: string
  title: string
  content: string
  publishedAt: Date
  deletedAt: Date | null
}

/** What is known at the end of a day, before anybody repairs something. */
interface DayEnd {
  day: number
  drifts: readonly OpenDrift[]
  /** Keys of sites whose last three runs failed: each is an incident. */
  failing: readonly string[]
  rows: readonly Row[]
}

class Week {
  readonly clock = new SkippingClock(START)
  readonly news = publishWeek(START, DAYS)
  readonly sites = new WeekSites(this.news, { start: START, clock: this.clock })
  readonly removals: RemovalMessage[] = []
  readonly ends: DayEnd[] = []
  /** Errors that would fail the job. */
  readonly ownFaults: { agency: string; error: string }[] = []
  /** Stored texts of the site with another layout, after `reread` and before. */
  readonly reread: { before: readonly Row[]; after: readonly Row[] }[] = []
  readonly #stack: SharedStack
  readonly #logger = createLogger({ level: 'silent' })

  constructor(stack: SharedStack) {
    this.#stack = stack
  }

  now = () => new Date(this.clock.now())

  /** Stores a message as the worker of `news-ingest` does. */
  async #store(message: NewsMessage | RemovalMessage): Promise<void> {
    if ('removedAt' in message) this.removals.push(message)
    else await upsertArticles(this.#stack.db, [receiveArticle(message, { now: this.now() })])
  }

  /** The text that reaches the queue: a reader of that day loses most of an unknown layout. */
  #readBadly(message: NewsMessage | RemovalMessage): NewsMessage | RemovalMessage {
    const { day } = this.sites
    if ('removedAt' in message || day < 1 || day > FAULTY_DAYS) return message
    if (siteWith('layout', day).key !== message.agencyKey) return message
    return { ...message, content: message.content.slice(0, message.content.length / 2) }
  }

  #openWork(): RunSurroundings {
    const { db } = this.#stack
    const storage = connectStorage(loadConfig('storage').storage)
    const logger = this.#logger
    return {
      db,
      now: this.now,
      deadline: this.clock.now() + WORK_MS,
      fetcher: createFetcher({
        fetch: this.sites.fetch,
        clock: this.clock,
        memory: openFetchMemory(db),
        userAgent: USER_AGENT,
        allowedHosts: SITE_HOSTS,
      }),
      send: (message) => this.#store(this.#readBadly(message)),
      keepRaw: (page) => keepRaw({ db, storage }, page, logger),
      keepPage: (agencyKey, kind, page) => keepPage(storage, { agencyKey, kind, page, logger }),
      onResult: () => undefined,
    }
  }

  async #runJob(): Promise<void> {
    const request = { ...scrapeRequest([], this.now()), agencies: [] }
    const { errors } = await scrapeDue('agencies', request, this.#openWork())
    if (!areSiteFaults(errors)) this.ownFaults.push(...errors)
  }

  /** Reads the articles of three days again and accepts their texts, as an operator asks for who has looked at them. */
  async #acceptTexts(agencyKey: string): Promise<void> {
    const request = {
      start_date: localDay(new Date(this.clock.now() - 2 * DAY_MS)),
      end_date: localDay(this.now()),
      agencies: [agencyKey],
      allow_update: true,
    }
    await runScrape('agencies', request, this.#openWork())
  }

  async listRows(agencyKey?: string): Promise<Row[]> {
    const { db } = this.#stack
    return await db<Row[]>`
      select unique_id, agency_key, url, title, content, published_at, deleted_at from articles
      where ${agencyKey === undefined ? db`true` : db`agency_key = ${agencyKey}`} order by published_at, url`
  }

  /** Reads the kept pages of a site again, as an operator does after a release with a better reader. */
  async rereadSite(agencyKey: string): Promise<number> {
    const { db } = this.#stack
    const storage = connectStorage(loadConfig('storage').storage)
    let sent = 0
    const selection = { agencyKey, after: '0', allowShorter: false }
    for await (const { pages } of reread({ db, storage, now: this.now }, selection))
      for (const { message } of pages) {
        if (message === null) continue
        await this.#store(message)
        sent += 1
      }
    return sent
  }

  /**
   * What operators do in the evening: accept new texts that were held back, except of a site whose layout is new on that
   * day, correct the listing of a site that moved, and read the new layout again with better readers.
   */
  async #repair({ day, drifts }: DayEnd): Promise<void> {
    const changed = day >= 1 && day <= FAULTY_DAYS ? siteWith('layout', day).key : null
    for (const { agencyKey, kind } of drifts)
      if (kind === 'mass-replacement' && agencyKey !== changed) await this.#acceptTexts(agencyKey)
    if (changed === null) return
    const { key, listingUrl } = movedSite(siteWith('moved', day))
    await saveSite(this.#stack.db, key, {
      facts: { ...SITE_FACTS, listingUrls: [listingUrl] },
      changedBy: 'operator',
    })
    const before = await this.listRows(changed)
    await this.rereadSite(changed)
    this.reread.push({ before, after: await this.listRows(changed) })
  }

  async run(): Promise<void> {
    const { db } = this.#stack
    const others = (await listSites(db)).map(({ key }) => key).filter((key) => !KEYS.has(key))
    await tables.scrapeSites.add(
      db,
      others.map((agencyKey) => ({ agencyKey, nextAt: NEVER, lastRunAt: START })),
    )
    for (const { key, listingUrl } of WEEK_SITES)
      await saveSite(db, key, { facts: { ...SITE_FACTS, listingUrls: [listingUrl] }, changedBy: 'operator' })
    for (let day = 0; day < DAYS; day += 1) {
      for (let hour = 0; hour < HOURS; hour += HOURS_BETWEEN_RUNS) {
        this.clock.advanceTo(START.getTime() + day * DAY_MS + hour * HOUR_MS)
        await this.#runJob()
      }
      this.clock.advanceTo(START.getTime() + (day + 1) * DAY_MS - 1)
      const drifts = await listOpenDrifts(db, { now: this.now() })
      const failing = (await listFailingSites(db)).map(({ agencyKey }) => agencyKey)
      const end = { day, drifts, failing, rows: await this.listRows() }
      this.ends.push(end)
      await this.#repair(end)
    }
  }
}

let week: Week
let stack: SharedStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['ingest', 'enrich', 'classify', 'embed', 'index'] })
  week = new Week(stack)
  await week.run()
}, patient(900_000))
afterAll(() => stack.stop())

const isExact = ({ title, content, publishedAt }: Row, { news }: WeekNews) =>
  title === news.title &&
  content === news.paragraphs.join('\n\n') &&
  publishedAt.getTime() === news.publishedAt.getTime()
/** Readers that do not know a layout may take more lines of its page for the text. */
const isWhole = ({ title, content }: Row, { news }: WeekNews) =>
  title === news.title && news.paragraphs.every((paragraph) => content.includes(paragraph))

/** The article of a row, by the last segment of its address. */
const newsOf = ({ url }: Row) => {
  const found = week.news.find(({ news }) => url.endsWith(`/${news.slug}`))
  if (found === undefined) throw new Error(`nobody published ${url}`)
  return found
}

const showArticle = ({ site, day, news }: WeekNews) => `day ${day}: ${site.key} ${news.slug}`

/** Whether an article cannot be read on the day on which it appears. */
function isHidden({ site, day, news }: WeekNews): boolean {
  if (day < 1 || day > FAULTY_DAYS) return false
  const isAt = (fault: Fault) => siteWith(fault, day).key === site.key
  const first = week.news.find((each) => each.site.key === site.key && each.day === day)
  return isAt('maintenance') || isAt('undated') || (isAt('server-error') && first?.news === news)
}

const daysOfFaults = Array.from({ length: FAULTY_DAYS }, (_, at) => at + 1)
const KINDS: Readonly<Record<Fault, readonly string[]>> = {
  layout: ['new-structure'],
  'server-error': ['unread-articles'],
  maintenance: ['wrong-pages', 'failing'],
  moved: ['listing-moved'],
  undated: ['undated-articles'],
}

describe('a week in which every site has every fault for a day', () => {
  it('stores every other article on its day', () => {
    const lost = week.ends.flatMap(({ day, rows }) => {
      const stored = new Set(rows.map((row) => newsOf(row).news))
      return week.news.filter((each) => each.day === day && !isHidden(each) && !stored.has(each.news))
    })
    expect(lost.map(showArticle)).toEqual([])
  })

  it('stores no wrong text', () => {
    const wrong = week.ends.flatMap(({ day, rows }) =>
      rows
        .filter(
          (row) => row.agencyKey !== (day >= 1 && day <= FAULTY_DAYS ? siteWith('layout', day).key : ''),
        )
        .filter((row) => !isWhole(row, newsOf(row)) || newsOf(row).site.key !== row.agencyKey)
        .map((row) => `after day ${day}: ${row.url}: ${row.title}: ${row.content}`),
    )
    expect(wrong).toEqual([])
  })

  it.each(FAULTS)('tells operators of %s within its day', (fault) => {
    const untold = daysOfFaults.flatMap((day) => {
      const { key } = siteWith(fault, day)
      const { drifts = [], failing = [] } = week.ends[day] ?? {}
      const ofSite = drifts.filter(({ agencyKey }) => agencyKey === key).map(({ kind }) => kind)
      const kinds = [...ofSite, ...(failing.includes(key) ? ['failing'] : [])]
      return kinds.some((kind) => KINDS[fault].includes(kind))
        ? []
        : [`day ${day}: ${key}: ${kinds.join(', ')}`]
    })
    expect(untold).toEqual([])
  })

  it('is no fault of the job', () => {
    expect(week.ownFaults).toEqual([])
  })

  it('brings texts back that a reader lost, by reading kept pages again', () => {
    expect(week.reread).toHaveLength(FAULTY_DAYS)
    for (const { before, after } of week.reread) {
      expect(before.filter((row) => !isWhole(row, newsOf(row)))).not.toEqual([])
      expect(after.filter((row) => !isWhole(row, newsOf(row)))).toEqual([])
    }
  })

  it('has every article once in the end, and none was removed', async () => {
    const rows = await week.listRows()
    expect(rows.map((row) => newsOf(row).news.slug).toSorted()).toEqual(
      week.news.map(({ news }) => news.slug).toSorted(),
    )
    expect(rows.filter((row) => row.deletedAt !== null)).toEqual([])
    expect(rows.filter((row) => !isExact(row, newsOf(row)))).toEqual([])
    expect(week.removals).toEqual([])
    const places = new Map(
      week.news.map(({ news, site, day }) => [news.slug, day < 8 ? null : addressOf(movedSite(site), news)]),
    )
    expect(rows.filter((row) => (places.get(newsOf(row).news.slug) ?? row.url) !== row.url)).toEqual([])
  })

  it('ends every incident after its repair', () => {
    const { drifts: open = [], failing = [] } = week.ends.at(-1) ?? {}
    expect(failing).toEqual([])
    expect(open.map(({ agencyKey, kind, detail }) => `${agencyKey} ${kind}: ${detail}`)).toEqual([])
  })

  it('leaves nothing to read again', async () => {
    for (const { key } of WEEK_SITES) expect(await week.rereadSite(key)).toBe(0)
  })
})
