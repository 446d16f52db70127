import { describe, expect, it } from 'vitest'
import { makeNewsSites } from '@pauta/emulators/sites/news-sites'
import { fetchFrom } from '@pauta/emulators/sites/site-fetch'
import { addressOf } from '@pauta/emulators/sites/site-address'
import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import type { Trouble } from '@pauta/emulators/sites/trouble'
import { createFetcher } from '@pauta/scraper/fetch/fetcher'
import { createMemory, systemClock, type FetchMemory } from '@pauta/scraper/fetch/ports'
import type { NewsMessage } from '@pauta/scraper/crawl/news-message'
import { createAddressMemory } from '../kit/services/address-memory.ts'
import type { Progress, RunPorts } from '@pauta/scraper/crawl/ports'
import { usualWindow } from '@pauta/scraper/runs/run-window'
import { scrapeByHost, scrapeOrReport } from '@pauta/scraper/runs/scrape-sites'
import { aSite, SITE_HOSTS, someNews, toScraperSite, USER_AGENT } from '../kit/services/news-sites.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = new Date('2026-03-10T18:00:00Z')
const RUNS_MAX = 6
const ARTICLES = 7

/**
 * How a call ends: the process dies before it, or the call throws before or after its effect. A death after a call
 * equals a death before the next one.
 */
const ENDS = ['dies', 'throws without effect', 'throws after its effect'] as const
type End = (typeof ENDS)[number]
type Strike = { call: number; end: End }

type Call = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

/** Counts the outward calls of one run and ends one of them. After a death, no call has an effect. */
function makeCalls(strike: Strike | null) {
  const names: string[] = []
  const death = Promise.withResolvers<void>()
  let isDead = false
  const die = <Value>(): Promise<Value> => {
    isDead = true
    death.resolve()
    return new Promise<Value>(() => {})
  }
  const call: Call = async (name, work) => {
    if (isDead) return await new Promise(() => {})
    names.push(name)
    const end = names.length === strike?.call ? strike.end : null
    if (end === 'dies') return await die()
    if (end === 'throws without effect') throw new Error('struck')
    const value = await work()
    if (end === 'throws after its effect') throw new Error('struck')
    return value
  }
  return { call, names, death: death.promise }
}

/** The state that survives a process: the queue, the database with ingested articles, progress and validators. */
class World {
  readonly queue: NewsMessage[] = []
  readonly ingested = new Map<string, NewsMessage>()
  readonly progress = new Map<string, string>()
  readonly memory: FetchMemory = createMemory()
  readonly notes = createAddressMemory()
  readonly news = new Map<string, readonly SiteNews[]>()
  readonly sites: readonly NewsSite[]
  now = START
  trouble: (path: string) => Trouble | undefined = () => undefined

  constructor(sites: readonly NewsSite[]) {
    this.sites = sites
  }

  /** The ingest worker: one article per id. */
  ingest(): void {
    for (const message of this.queue) this.ingested.set(message.uniqueId, message)
  }

  #ports(call: Call): RunPorts {
    const sites = makeNewsSites({
      sites: this.sites,
      now: () => this.now,
      listNews: (key) => this.news.get(key) ?? [],
      trouble: ({ path }) => this.trouble(path),
    })
    const ask = fetchFrom(sites)
    const { memory, progress, notes } = this
    const fetcher = createFetcher({
      fetch: (address, init) => call(`fetch ${new URL(address).pathname}`, () => ask(address, init)),
      clock: { ...systemClock, sleep: async () => {} },
      userAgent: USER_AGENT,
      allowedHosts: SITE_HOSTS,
      memory: {
        findValidators: (address) => call('find validators', () => memory.findValidators(address)),
        saveValidators: (address, value) =>
          call('save validators', () => memory.saveValidators(address, value)),
        findRobots: (origin) => call('find robots', () => memory.findRobots(origin)),
        saveRobots: (origin, copy) => call('save robots', () => memory.saveRobots(origin, copy)),
        takeTurn: (host, times) => call('take turn', () => memory.takeTurn(host, times)),
        endTurn: (host, pause) => call('end turn', () => memory.endTurn(host, pause)),
        savePause: (host, pause) => call('save pause', () => memory.savePause(host, pause)),
        findBreaker: (site) => call('find breaker', () => memory.findBreaker(site)),
        saveBreaker: (site, state) => call('save breaker', () => memory.saveBreaker(site, state)),
      },
    })
    return {
      fetcher,
      now: () => this.now,
      findKnown: (agency) =>
        call('find known', async () => {
          const stored = [...this.ingested.values()].filter(({ agencyKey }) => agencyKey === agency)
          return new Map(stored.map(({ url, uniqueId }) => [url, uniqueId]))
        }),
      addresses: {
        list: (agency) => call('list notes', () => notes.list(agency)),
        save: (agency, url, note) => call('save note', () => notes.save(agency, url, note)),
      },
      emit: (message) => call(`emit ${message.url}`, async () => void this.queue.push(message)),
      loadProgress: (agency) =>
        call('load progress', async () => {
          const text = progress.get(agency)
          return text === undefined ? null : (JSON.parse(text) as Progress)
        }),
      saveProgress: (agency, value) =>
        call('save progress', async () => {
          if (value === null) progress.delete(agency)
          else progress.set(agency, JSON.stringify(value))
        }),
    }
  }

  /** Makes one run in a process of its own. Returns the calls that it made. */
  async run({ strike = null, looksAgain = false }: { strike?: Strike | null; looksAgain?: boolean } = {}) {
    const { call, names, death } = makeCalls(strike)
    const request = {
      window: usualWindow(this.now),
      allowUpdate: false,
      isDeep: false,
      looksAgain,
      deadline: null,
    }
    const ports = this.#ports(call)
    const running = scrapeByHost(this.sites.map(toScraperSite), (site) =>
      scrapeOrReport(site, request, ports),
    )
    await Promise.race([running, death])
    return names
  }

  /** Makes runs until no work is left. */
  async finish(options: { ingests: boolean; looksAgain?: boolean }): Promise<void> {
    for (let runs = 0; runs < RUNS_MAX; runs += 1) {
      if (options.ingests) this.ingest()
      const before = this.queue.length
      await this.run(options)
      if (this.queue.length === before && this.progress.size === 0) break
    }
    this.ingest()
  }

  /** The articles of the sites with their present text. */
  listPublished(): string[] {
    const published = this.sites.flatMap((site) =>
      (this.news.get(site.key) ?? []).map((news) => `${addressOf(site, news)} ${news.paragraphs[0]}`),
    )
    return published.sort()
  }

  listIngested(): string[] {
    const ingested = [...this.ingested.values()]
    return ingested.map(({ url, content }) => `${url} ${content.split('\n')[0]}`).sort()
  }
}

const PLAIN = { hasImage: false, kicker: null, subtitle: null, tags: [] }

/** Seven articles on two pages of a classic listing and one in an API, newest first. */
function makeWorld(): World {
  const classic = aSite('mec', { pageSize: 5 })
  const api = aSite('pesca', { kind: 'plone6-api' })
  const world = new World([classic, api])
  const list = (key: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      someNews(`${key}-${at}`, new Date(START.getTime() - at * 10 * MINUTE), PLAIN),
    )
  world.news.set('mec', list('mec', ARTICLES))
  world.news.set('pesca', list('pesca', 1))
  return world
}

async function countCalls(prepare: (world: World) => Promise<void>, looksAgain: boolean): Promise<number> {
  const world = makeWorld()
  await prepare(world)
  return (await world.run({ looksAgain })).length
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

async function editAndAdd(world: World): Promise<void> {
  await world.run()
  world.ingest()
  const [first, second, ...others] = world.news.get('mec') ?? []
  if (first === undefined || second === undefined) throw new Error('the site has no news')
  world.now = new Date(START.getTime() + 15 * MINUTE)
  const edited = { ...second, paragraphs: ['Um texto corrigido depois da publicação.'], updatedAt: world.now }
  world.news.set('mec', [someNews('nova', world.now, PLAIN), first, edited, ...others])
}

describe('a scraper run that ends at any of its outward calls', () => {
  it.each(ENDS)('loses nothing and sends nothing under a second id when the call %s', async (end) => {
    const calls = await countCalls(async () => {}, false)
    expect(calls).toBeGreaterThan(50)
    for (const call of upTo(calls)) {
      const world = makeWorld()
      await world.run({ strike: { call, end } })
      await world.finish({ ingests: true })
      expect(world.listIngested()).toEqual(world.listPublished())
    }
  })

  it('sends the same ids again when nothing was ingested before the next run', async () => {
    const calls = await countCalls(async () => {}, false)
    for (const call of upTo(calls)) {
      const world = makeWorld()
      await world.run({ strike: { call, end: 'dies' } })
      await world.finish({ ingests: false })
      expect(world.listIngested()).toEqual(world.listPublished())
    }
  })

  it.each(ENDS)('sends edits and new articles of a second visit when the call %s', async (end) => {
    const calls = await countCalls(editAndAdd, true)
    for (const call of upTo(calls)) {
      const world = makeWorld()
      await editAndAdd(world)
      await world.run({ looksAgain: true, strike: { call, end } })
      await world.finish({ ingests: true, looksAgain: true })
      expect(world.listIngested()).toEqual(world.listPublished())
    }
  })

  it('loses nothing when the next day begins before the next run, which fails too', async () => {
    const calls = await countCalls(async () => {}, false)
    for (const first of upTo(calls).filter((call) => call % 4 === 0)) {
      for (const second of [2, 5, 9, 20]) {
        const world = makeWorld()
        await world.run({ strike: { call: first, end: 'dies' } })
        world.ingest()
        world.now = new Date(START.getTime() + DAY)
        await world.run({ strike: { call: second, end: 'dies' } })
        await world.finish({ ingests: true })
        expect(world.listIngested()).toEqual(world.listPublished())
      }
    }
  })
})

describe('an unreadable article', () => {
  it.each(['server-error', 'not-found', 'cut-off', 'challenge'] as const)(
    'with %s is read when it works again, after any number of known articles',
    async (trouble) => {
      for (const at of upTo(ARTICLES)) {
        const world = makeWorld()
        world.trouble = (path) => (path.endsWith(`mec-${at - 1}`) ? trouble : undefined)
        await world.run()
        world.ingest()
        await world.run()
        world.ingest()
        world.trouble = () => undefined
        world.now = new Date(START.getTime() + HOUR)
        await world.finish({ ingests: true })
        expect(world.listIngested()).toEqual(world.listPublished())
      }
    },
  )
})
