import { makeNewsSites } from '@pauta/emulators/sites/news-sites'
import { fetchFrom } from '@pauta/emulators/sites/site-fetch'
import { addressOf } from '@pauta/emulators/sites/site-address'
import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import { seeded } from '../runner/seeded.ts'
import type { SimulatedClock } from './simulated-clock.ts'
import { aSite, someNews } from '../services/news-sites.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const HISTORY_DAYS = 30
/** Sites list at least this many articles, however old. */
const LISTED_MIN = 12
const LISTED_DAYS = 4
const LATENCY_MS = 300
const STRUCTURES = ['tiles', 'list', 'entries', 'items'] as const

/** How often an agency publishes. */
type Rhythm = 'hourly' | 'daily' | 'weekly' | 'rare'

export interface SimulatedAgency {
  site: NewsSite
  rhythm: Rhythm
  /** Newest first: a month before the day, and the day. */
  news: readonly SiteNews[]
}

/** Mean articles per day. 158 agencies publish 250 articles together on the simulated day. */
const PER_DAY: Readonly<Record<Rhythm, number>> = { hourly: 60, daily: 2.3, weekly: 0.25, rare: 0.05 }

function rhythmOf(position: number): Rhythm {
  if (position < 1) return 'hourly'
  if (position < 86) return 'daily'
  return position < 122 ? 'weekly' : 'rare'
}

/** An hour of the day at Brasília: mostly office hours, at times the evening or the night. */
function drawHour(random: () => number): number {
  return random() < 0.93 ? 8 + random() * 12 : random() * 24
}

function drawNews(
  key: string,
  rhythm: Rhythm,
  { dayStart, random }: { dayStart: Date; random: () => number },
): SiteNews[] {
  const times: number[] = []
  for (let day = -HISTORY_DAYS; day <= 0; day += 1) {
    const mean = PER_DAY[rhythm]
    const whole = Math.floor(mean)
    let count = whole + (random() < mean - whole ? 1 : 0)
    if (rhythm === 'daily') count = Math.max(1, Math.round(count * (0.6 + random() * 0.8)))
    for (let each = 0; each < count; each += 1)
      times.push(dayStart.getTime() + day * DAY_MS + Math.floor(drawHour(random) * 60) * MINUTE_MS)
  }
  return [...new Set(times)]
    .sort((a, b) => b - a)
    .map((time, at) => someNews(`${key}-${at}`, new Date(time), { hasImage: false }))
}

function siteAt(position: number): NewsSite {
  if (position === 0) return aSite('agencia_brasil', { kind: 'agenciabrasil' })
  if (position === 1) return aSite('tvbrasil', { kind: 'tvbrasil' })
  const key = `orgao${position}`
  if (position % 4 === 0) return aSite(key, { kind: 'plone6-api' })
  const structure = STRUCTURES[position % STRUCTURES.length] ?? 'tiles'
  return aSite(key, { structure, hasFeeds: position % 3 !== 0 })
}

/** Draws the agencies and what each published in a month and on the day. The same seed draws the same. */
export function drawAgencies(
  count: number,
  { dayStart, seed }: { dayStart: Date; seed: number },
): SimulatedAgency[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, position) => {
    const site = siteAt(position)
    const rhythm = rhythmOf(position)
    return { site, rhythm, news: drawNews(site.key, rhythm, { dayStart, random }) }
  })
}

/** Sites withdraw articles three hours after the day began: two looks find out before it ends. */
const WITHDRAWN_AFTER_MS = 3 * HOUR_MS
/** The minute of publication, on the day before, of articles that are withdrawn. */
const WITHDRAWN_MINUTE = 37

/** Whether a site removes an article of the day before early on the simulated day. */
export function isWithdrawn(publishedAt: Date, dayStart: Date): boolean {
  const before = dayStart.getTime() - publishedAt.getTime()
  return before > 0 && before <= DAY_MS && publishedAt.getUTCMinutes() === WITHDRAWN_MINUTE
}

/** A request that reached a site. */
export interface Visit {
  host: string
  path: string
  at: number
}

/**
 * Emulates the sites of the agencies by the simulated clock. Requests take 0.3 s, and one of `failureEvery` is answered
 * with status 500.
 */
export function openSimulatedSites(
  agencies: readonly SimulatedAgency[],
  { clock, failureEvery, dayStart }: { clock: SimulatedClock; failureEvery: number; dayStart: Date },
) {
  const visits: Visit[] = []
  const newsOf = new Map(agencies.map(({ site, news }) => [site.key, news]))
  const sites = makeNewsSites({
    sites: agencies.map(({ site }) => site),
    now: () => new Date(clock.now()),
    listNews: (key, now) => {
      const isGone = ({ publishedAt }: SiteNews) =>
        now.getTime() > dayStart.getTime() + WITHDRAWN_AFTER_MS && isWithdrawn(publishedAt, dayStart)
      const published = (newsOf.get(key) ?? []).filter((each) => each.publishedAt <= now && !isGone(each))
      const isRecent = ({ publishedAt }: SiteNews) =>
        now.getTime() - publishedAt.getTime() < LISTED_DAYS * DAY_MS
      return published.filter((each, at) => at < LISTED_MIN || isRecent(each))
    },
    trouble: ({ path }) =>
      path !== '/robots.txt' && visits.length % failureEvery === failureEvery - 1
        ? 'server-error'
        : undefined,
  })
  const ask = fetchFrom(sites)
  return {
    visits,
    fetch: async (address: string, init: RequestInit): Promise<Response> => {
      const { host, pathname } = new URL(address)
      visits.push({ host, path: pathname, at: clock.now() })
      const response = await ask(address, init)
      await clock.sleep(LATENCY_MS)
      return response
    },
  }
}

/** The address of an article of the simulation. */
export const addressIn = ({ site }: SimulatedAgency, news: SiteNews): string => addressOf(site, news)
