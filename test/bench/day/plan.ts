// What happens on the day of the benchmark: which agency publishes what and when, and when clippings are due.
import { catalogueSites, pickSites, type ReadableSite } from '@pauta/scraper/store/listed-sites'
import { addressOf } from '@pauta/emulators/sites/site-address'
import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import { seeded } from '../../kit/runner/seeded.ts'

/** The day passes so many times faster than a real one. */
export const SPEED = 60
const ARTICLES = 250
const CLIPPINGS = 1_000
export const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SEED = 16
const STRUCTURES = ['tiles', 'list', 'entries', 'items'] as const
/** Hours at which clippings are due, with their shares: most people read in the morning. */
const DUE_HOURS = [
  { hour: 8, share: 0.6 },
  { hour: 12, share: 0.2 },
  { hour: 18, share: 0.2 },
]
const AGENCIES_OF_CLIPPING = 3
/** Earlier articles that each site lists. They lie before the days that a run asks for. */
const EARLIER = 12
const EARLIER_DAYS = 4

/** Days of the week before the day on which an agency published. */
type Rhythm = 'hourly' | 'daily' | 'weekly' | 'rare'
const PER_DAY: Readonly<Record<Rhythm, number>> = { hourly: 60, daily: 2.3, weekly: 0.25, rare: 0.05 }
const GAP_DAYS: Readonly<Record<Rhythm, number>> = { hourly: 1, daily: 1, weekly: 4, rare: 20 }

export interface PlannedAgency {
  site: NewsSite
  rhythm: Rhythm
  /** Milliseconds of the day at which each article appears. */
  news: { at: number; news: SiteNews }[]
}

interface PlannedClipping {
  id: string
  agencies: readonly string[]
  /** Milliseconds of the day. */
  dueAt: number
}

export interface DayPlan {
  agencies: readonly PlannedAgency[]
  clippings: readonly PlannedClipping[]
}

function rhythmOf(position: number): Rhythm {
  if (position < 1) return 'hourly'
  if (position < 86) return 'daily'
  return position < 122 ? 'weekly' : 'rare'
}

/** The broadcaster publishes most, so it comes first. */
function listSites(): ReadableSite[] {
  return (['ebc', 'agencies'] as const).flatMap((route) => pickSites(catalogueSites(), route, []).sites)
}

const toNewsSite = ({ key, kind, listingUrls: [listingUrl = ''] }: ReadableSite, at: number): NewsSite => ({
  key,
  kind,
  listingUrl,
  structure: STRUCTURES[at % STRUCTURES.length] ?? 'tiles',
})

/** Mostly office hours, at times the evening or the night. Whole minutes, as listings show them. */
function drawTime(random: () => number): number {
  const hour = random() < 0.93 ? 8 + random() * 12 : random() * 24
  return Math.floor(hour * 60) * 60_000
}

function drawAgency(weights: readonly number[], random: () => number): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  return Math.max(
    weights.findIndex((weight) => (left -= weight) < 0),
    0,
  )
}

/** Draws the day. `dayStart` is the real instant at which it begins; times of articles are real instants. */
export function planDay(dayStart: Date): DayPlan {
  const random = seeded(SEED)
  const agencies: PlannedAgency[] = listSites().map((site, at) => ({
    site: toNewsSite(site, at),
    rhythm: rhythmOf(at),
    news: [],
  }))
  const weights = agencies.map(({ rhythm }) => PER_DAY[rhythm])
  const texts = [...generateArticles({ seed: SEED, now: dayStart, count: ARTICLES, days: 8 })]
  for (const [number, { title, subtitle, editorialLead, content, category, tags }] of texts
    .slice(0, ARTICLES)
    .entries()) {
    const at = drawTime(random)
    agencies[drawAgency(weights, random)]?.news.push({
      at,
      news: {
        slug: `noticia-${number}`,
        title,
        subtitle,
        kicker: editorialLead,
        // The generator repeats a text at times, and the same text of an agency is the same article.
        paragraphs: [...content.split(/\n+/).filter((text) => text.trim() !== ''), `Nota número ${number}.`],
        category,
        tags,
        publishedAt: new Date(dayStart.getTime() + at / SPEED),
        updatedAt: null,
        hasImage: number % 3 > 0,
      },
    })
  }
  const daily = agencies.filter(({ rhythm }) => rhythm === 'hourly' || rhythm === 'daily')
  const clippings = DUE_HOURS.flatMap(({ hour, share }) =>
    Array.from({ length: Math.round(share * CLIPPINGS) }, (_, number) => ({
      id: `clipping-${hour}-${number}`,
      agencies: Array.from(
        { length: AGENCIES_OF_CLIPPING },
        () => daily[Math.floor(random() * daily.length)]?.site.key ?? '',
      ),
      dueAt: hour * HOUR_MS,
    })),
  )
  return { agencies, clippings }
}

/** What a site lists at a real instant, newest first: the articles of the day so far, and earlier ones. */
export function listAt({ rhythm, news }: PlannedAgency, now: Date, dayStart: Date): SiteNews[] {
  const today = news
    .map((each) => each.news)
    .filter(({ publishedAt }) => publishedAt <= now)
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
  const earlier = Array.from({ length: EARLIER }, (_, at) => ({
    slug: `anterior-${at}`,
    title: `Notícia anterior ${at}`,
    subtitle: null,
    kicker: null,
    paragraphs: ['Texto de uma notícia de outros dias.'],
    category: null,
    tags: [],
    publishedAt: new Date(dayStart.getTime() - (EARLIER_DAYS + at * GAP_DAYS[rhythm]) * DAY_MS),
    updatedAt: null,
    hasImage: false,
  }))
  return [...today, ...earlier]
}

/** Local days on which an agency published before the day, as the scraper stores them. */
export function listNewsDays({ rhythm }: PlannedAgency, dayStart: Date): string[] {
  const gap = GAP_DAYS[rhythm]
  return Array.from({ length: Math.ceil(30 / gap) }, (_, at) =>
    new Date(dayStart.getTime() - (1 + at * gap) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Addresses of the day's articles, with the agency, its rhythm and the real instant at which each appeared. */
export function listAddresses({ agencies }: DayPlan) {
  return agencies.flatMap(({ site, rhythm, news }) =>
    news.map((each) => ({
      url: addressOf(site, each.news),
      agencyKey: site.key,
      rhythm,
      publishedAt: each.news.publishedAt,
    })),
  )
}
