import { beforeAll, describe, expect, it } from 'vitest'
import { pauseBetweenRuns } from '@pauta/scraper/runs/rhythm'
import { scrapeRequest } from '@pauta/scraper/runs/requests'
import { EARLY_MS } from '@pauta/scraper/store/site-state'
import { scrape } from '@pauta/functions/jobs/scrape/job'
import { planSite, REQUESTS_PER_DAY } from '@pauta/scraper/runs/plan-site'
import { localDay } from '@pauta/platform/time/time'
import { createFetcher } from '@pauta/scraper/fetch/fetcher'
import { createMemory, type FetchMemory } from '@pauta/scraper/fetch/ports'
import type { NewsMessage } from '@pauta/scraper/crawl/news-message'
import type { AddressMemory } from '@pauta/scraper/crawl/address-notes'
import { createAddressMemory } from '../kit/services/address-memory.ts'
import type { Progress, RunPorts } from '@pauta/scraper/crawl/ports'
import { scrapeOrReport } from '@pauta/scraper/runs/scrape-sites'
import { SITE_HOSTS, toScraperSite, USER_AGENT } from '../kit/services/news-sites.ts'
import { SimulatedClock } from '../kit/oracles/simulated-clock.ts'
import {
  addressIn,
  DAY_MS,
  drawAgencies,
  isWithdrawn,
  openSimulatedSites,
  type SimulatedAgency,
  type Visit,
} from '../kit/oracles/simulated-day.ts'

const AGENCIES = 158
const SEED = 20_260_310
/** A Tuesday at Brasília. */
const DAY_START = new Date('2026-03-10T03:00:00Z')
const MINUTE_MS = 60_000
const TICK_MINUTES = scrape.schedule.intervalMinutes
/** An agency that publishes rarely is read every six hours, so the last articles of the day need as long. */
const AFTERMATH_MS = 6.5 * 60 * MINUTE_MS
const FAILURE_EVERY = 400
/** Two looks without a page are so far apart at least. */
const CONFIRM_MS = 6 * 60 * MINUTE_MS
const NIGHT_START = 22
const NIGHT_END = 6

interface Sent {
  message: NewsMessage
  at: number
}

/** The tables of the scraper for one agency. */
interface AgencyState {
  kind: null
  lastDeepAt: Date | null
  lastLookedAgainAt: Date | null
  lastSuccessAt: null
  foundAt: Date | null
  failures: number
  nextAt: number
  newsDays: Set<string>
  known: Map<string, string>
  /** When each known article was published. */
  published: Map<string, Date>
  missing: Map<string, number>
  addresses: AddressMemory
  progress: string | null
}

/** Local days of articles, which every run compares. */
const days = new WeakMap<Date, string>()

function dayOf(at: Date): string {
  const day = days.get(at) ?? localDay(at)
  days.set(at, day)
  return day
}

/** Gives the turns of a host to one process at a time, as the database does. */
function exclusiveTurns(memory: FetchMemory): FetchMemory {
  const held = new Map<string, number>()
  return {
    ...memory,
    takeTurn: async (host, times) => {
      const until = held.get(host) ?? 0
      if (until > times.now) return { waitMilliseconds: 300, delayMilliseconds: 0 }
      const turn = await memory.takeTurn(host, times)
      if (turn.waitMilliseconds <= 0) held.set(host, times.holdUntil)
      return turn
    },
    endTurn: async (host, pause) => {
      held.delete(host)
      await memory.endTurn(host, pause)
    },
  }
}

/** The share of the articles of an agency that were published at night. */
function nightShareOf({ news }: SimulatedAgency): number {
  const hours = news.map(({ publishedAt }) => new Date(publishedAt.getTime() - 3 * 3_600_000).getUTCHours())
  return hours.filter((hour) => hour >= NIGHT_START || hour < NIGHT_END).length / hours.length
}

class Simulation {
  readonly clock = new SimulatedClock(DAY_START, SEED)
  readonly agencies = drawAgencies(AGENCIES, { dayStart: DAY_START, seed: SEED })
  readonly sent: Sent[] = []
  /** Removals that reached the queue, by address. */
  readonly removals = new Map<string, number>()
  readonly #absent = new Set<string>()
  readonly #nightShares = new Map<SimulatedAgency, number>()
  readonly #sites = openSimulatedSites(this.agencies, {
    clock: this.clock,
    failureEvery: FAILURE_EVERY,
    dayStart: DAY_START,
  })
  readonly #memory = exclusiveTurns(createMemory())
  readonly #states = new Map(this.agencies.map((agency) => [agency.site.key, this.#stateBefore(agency)]))
  readonly #free: (() => void)[] = []
  #running = 0
  /** Requests of the first day, once it is over. */
  #ofFirstDay: number | undefined

  get visits(): readonly Visit[] {
    return this.#sites.visits
  }

  /** Everything before the day is stored. */
  #stateBefore({ site, news }: SimulatedAgency): AgencyState {
    const before = news.filter(({ publishedAt }) => publishedAt < DAY_START)
    const agency = { site, rhythm: 'daily' as const, news }
    return {
      kind: null,
      lastDeepAt: null,
      lastLookedAgainAt: null,
      lastSuccessAt: null,
      foundAt: null,
      failures: 0,
      nextAt: 0,
      newsDays: new Set(before.map(({ publishedAt }) => dayOf(publishedAt))),
      known: new Map(before.map((each) => [addressIn(agency, each), each.slug])),
      published: new Map(before.map((each) => [addressIn(agency, each), each.publishedAt])),
      missing: new Map(),
      addresses: createAddressMemory(),
      progress: null,
    }
  }

  #portsOf(state: AgencyState): RunPorts {
    const { clock } = this
    return {
      fetcher: createFetcher({
        fetch: this.#sites.fetch,
        clock,
        memory: this.#memory,
        userAgent: USER_AGENT,
        allowedHosts: SITE_HOSTS,
      }),
      now: () => new Date(clock.now()),
      findKnown: async () => state.known,
      recordListed: async () => {},
      addresses: state.addresses,
      hints: {
        isAbsent: async (address) => this.#absent.has(address),
        recordAbsent: async (address) => void this.#absent.add(address),
      },
      removals: {
        listRecent: async (_, { start }) =>
          [...state.published]
            .filter(([url, at]) => dayOf(at) >= start && !this.removals.has(url))
            .sort(([, a], [, b]) => b.getTime() - a.getTime())
            .map(([url]) => ({
              url,
              uniqueId: state.known.get(url) ?? url,
              title: '',
              category: null,
              isMissing: state.missing.has(state.known.get(url) ?? url),
              isRemoved: false,
            })),
        record: async (_, { missing, present }) => {
          for (const id of present) state.missing.delete(id)
          for (const id of missing) state.missing.set(id, state.missing.get(id) ?? clock.now())
          return missing.filter((id) => clock.now() - (state.missing.get(id) ?? 0) >= CONFIRM_MS)
        },
        emit: async ({ url }) => void this.removals.set(url, clock.now()),
      },
      listFresh: async (_, { since, limit }) =>
        [...state.published]
          .filter(([url, at]) => at >= since && !this.removals.has(url))
          .sort(([, a], [, b]) => b.getTime() - a.getTime())
          .slice(0, limit)
          .map(([url]) => ({ url, title: '', category: null })),
      emit: async (message) => {
        this.sent.push({ message, at: clock.now() })
        if (!state.known.has(message.url)) state.foundAt = new Date(clock.now())
        state.known.set(message.url, message.uniqueId)
        state.published.set(message.url, new Date(message.publishedAt))
        state.newsDays.add(localDay(new Date(message.publishedAt)))
      },
      loadProgress: async () => (state.progress === null ? null : (JSON.parse(state.progress) as Progress)),
      saveProgress: async (_, progress) =>
        void (state.progress = progress === null ? null : JSON.stringify(progress)),
    }
  }

  /** Requests of the local day. */
  #countRequests(): number {
    if (this.clock.now() < DAY_START.getTime() + DAY_MS) return this.visits.length
    this.#ofFirstDay ??= this.visits.length
    return this.visits.length - this.#ofFirstDay
  }

  #nightShareOf(agency: SimulatedAgency): number {
    const share = this.#nightShares.get(agency) ?? nightShareOf(agency)
    this.#nightShares.set(agency, share)
    return share
  }

  /** Makes one scheduled run of an agency, as the job and the service do. */
  async #runOnce(agency: SimulatedAgency): Promise<void> {
    const { clock } = this
    const state = this.#states.get(agency.site.key)
    if (state === undefined || state.nextAt > clock.now() + EARLY_MS) return
    const now = new Date(clock.now())
    const body = scrapeRequest([agency.site.key], now)
    const site = toScraperSite(agency.site)
    const requests = this.#countRequests()
    const plan = planSite(site, state, {
      body: { ...body, agencies: [...body.agencies] },
      now,
      deadline: Infinity,
      requests,
    })
    const result = await scrapeOrReport(plan.site, plan.request, this.#portsOf(state))
    const ended = new Date(clock.now())
    state.failures = result.status === 'error' ? state.failures + 1 : 0
    if (plan.request.looksAgain && state.failures === 0) state.lastLookedAgainAt = ended
    const pause = pauseBetweenRuns(
      {
        newsDays: [...state.newsDays],
        nightShare: this.#nightShareOf(agency),
        foundAt: state.foundAt,
        failures: state.failures,
        errorKind: result.errorKind,
        isOverBudget: requests > 0.95 * REQUESTS_PER_DAY,
      },
      ended,
    )
    state.nextAt = ended.getTime() + pause
  }

  async #takeSlot(): Promise<void> {
    while (this.#running >= scrape.concurrency) await new Promise<void>((resolve) => this.#free.push(resolve))
    this.#running += 1
  }

  /** Follows the schedule of one agency to the end of the simulation. */
  async #follow(agency: SimulatedAgency, end: number): Promise<void> {
    const { clock } = this
    const offset = (this.agencies.indexOf(agency) % TICK_MINUTES) * MINUTE_MS
    for (let tick = DAY_START.getTime() + offset; tick < end; tick += TICK_MINUTES * MINUTE_MS) {
      if (tick > clock.now()) await clock.sleep(tick - clock.now())
      await this.#takeSlot()
      try {
        await this.#runOnce(agency)
      } finally {
        this.#running -= 1
        this.#free.shift()?.()
      }
    }
  }

  async run(): Promise<void> {
    const end = DAY_START.getTime() + DAY_MS + AFTERMATH_MS
    await this.clock.runUntil(Promise.all(this.agencies.map((agency) => this.#follow(agency, end))))
  }

  /** Returns the articles that appeared on the day, with the instants at which the queue got each. */
  listFinds(): { agency: SimulatedAgency; address: string; sentAt: number[]; delay: number }[] {
    const sentAt = Map.groupBy(this.sent, ({ message }) => message.url)
    return this.agencies.flatMap((agency) =>
      agency.news
        .filter(
          ({ publishedAt }) =>
            publishedAt >= DAY_START && publishedAt.getTime() < DAY_START.getTime() + DAY_MS,
        )
        .map((news) => {
          const address = addressIn(agency, news)
          const times = (sentAt.get(address) ?? []).map(({ at }) => at)
          return {
            agency,
            address,
            sentAt: times,
            delay: (times[0] ?? Infinity) - news.publishedAt.getTime(),
          }
        }),
    )
  }
}

describe('a day of 158 agencies', () => {
  const simulation = new Simulation()
  beforeAll(() => simulation.run())

  it('has about 250 new articles, each sent once', () => {
    const finds = simulation.listFinds()
    expect(finds.length).toBeGreaterThanOrEqual(250)
    expect(finds.filter(({ sentAt }) => sentAt.length !== 1)).toEqual([])
    const ids = new Set(simulation.sent.map(({ message }) => message.uniqueId))
    expect(ids.size).toBe(new Set(simulation.sent.map(({ message }) => message.url)).size)
  })

  it('removes the articles that sites of gov.br remove in its first hours, and none that is still there', () => {
    const withdrawn = simulation.agencies.flatMap((agency) =>
      agency.news
        .filter(({ publishedAt }) => isWithdrawn(publishedAt, DAY_START))
        .map((each) => addressIn(agency, each)),
    )
    const removed = [...simulation.removals.keys()]
    expect(removed.filter((address) => !withdrawn.includes(address))).toEqual([])
    const ofGovernment = withdrawn.filter((address) => address.startsWith('https://www.gov.br/'))
    expect(ofGovernment.length).toBeGreaterThan(2)
    expect(removed).toEqual(expect.arrayContaining(ofGovernment))
  })

  it('asks a host once a second at most, the broadcaster once in ten seconds, and 12,000 times in all', () => {
    const end = DAY_START.getTime() + DAY_MS
    const ofDay = simulation.visits.filter(({ at }) => at < end)
    expect(ofDay.length).toBeLessThanOrEqual(REQUESTS_PER_DAY)
    for (const [host, visits] of Map.groupBy(simulation.visits, (visit) => visit.host)) {
      const gaps = visits.slice(1).flatMap(({ at }, position) => {
        const before = visits[position]
        // The scraper learns the pause of robots.txt when it reads that file.
        return before === undefined || before.path === '/robots.txt' ? [] : [at - before.at]
      })
      expect(gaps.length).toBeGreaterThan(90)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(host === 'www.gov.br' ? 1_000 : 10_000)
    }
  })

  it('finds every article of daily agencies within 20 minutes, and of the others within six hours', () => {
    const late = simulation.listFinds().filter(({ agency, delay }) => {
      const isDaily = agency.rhythm === 'hourly' || agency.rhythm === 'daily'
      return delay > (isDaily ? 20 * MINUTE_MS : 6.5 * 60 * MINUTE_MS)
    })
    expect(late.map(({ address, delay }) => `${address} ${Math.round(delay / MINUTE_MS)} min`)).toEqual([])
  })
})
