// How long each step of the day took, from the rows that the functions wrote.
import type { DbPool } from '@pauta/platform/database/database'
import type { SentRun } from './drive.ts'
import type { HostWait } from './meters.ts'
import { listAddresses, type DayPlan } from './plan.ts'
import { isLost, separateLag, type RealLag } from './real-lag.ts'
import { listScrapeRuns } from './scrape-runs.ts'

/** Median, 95th percentile and maximum. */
export interface Lag {
  count: number
  median: number
  most: number
  max: number
}

/** From publication to the queue, for agencies that publish daily. */
export interface ScrapedLags {
  /** In milliseconds: the lag of a real day, its parts, and the lag with every real second as a minute. */
  real: Lag
  schedule: Lag
  work: Lag
  host: Lag
  compressed: Lag
  /** The articles with the longest lags of a real day, the longest first. */
  longest: (RealLag & { url: string })[]
  /** Articles that no run explains. */
  unexplained: number
  /** Runs of all agencies, and those that did not ask only because work is not sped up. */
  runs: number
  lostRuns: number
}

export interface DayLags {
  scraped: ScrapedLags
  /** From the queue to the row, in real seconds, like the fields below. */
  stored: Lag
  enriched: Lag
  searchable: Lag
  /** From the instant at which a clipping is due. */
  released: Lag
  handedOver: Lag
  /** Articles that appeared, and those of them that are searchable. */
  articles: { published: number; searchable: number }
  /** Clippings that were due, those of them that ran, releases with articles, and deliveries that were handed over. */
  deliveries: { due: number; ran: number; released: number; handedOver: number }
}

const MOST = 0.95
const LONGEST_SHOWN = 3

function describeLag(values: readonly number[]): Lag {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN
  return { count: sorted.length, median: at(0.5), most: at(MOST), max: at(1) }
}

/** The runs that the schedules sent, and the waits for hosts from the log of the scraper. */
interface Scrapes {
  sent: readonly SentRun[]
  waits: readonly HostWait[]
}

/** Separates the lags of articles. */
async function describeScraped(
  db: DbPool,
  articles: readonly { url: string; agencyKey: string; publishedAt: Date; sentAt: Date }[],
  scrapes: Scrapes,
): Promise<ScrapedLags> {
  const runs = await listScrapeRuns(db, scrapes)
  const lags = articles.flatMap(({ url, agencyKey, publishedAt, sentAt }) => {
    const times = { publishedAt: publishedAt.getTime(), sentAt: sentAt.getTime() }
    const lag = separateLag(times, runs.get(agencyKey) ?? [])
    return lag ? [{ ...lag, url }] : []
  })
  const all = [...runs.values()]
  return {
    real: describeLag(lags.map(({ realMs }) => realMs)),
    schedule: describeLag(lags.map(({ scheduleMs }) => scheduleMs)),
    work: describeLag(lags.map(({ workMs }) => workMs)),
    host: describeLag(lags.map(({ hostMs }) => hostMs)),
    compressed: describeLag(lags.map(({ compressedMs }) => compressedMs)),
    longest: lags.sort((one, other) => other.realMs - one.realMs).slice(0, LONGEST_SHOWN),
    unexplained: articles.length - lags.length,
    runs: all.flat().length,
    lostRuns: all.flatMap((ofAgency) => ofAgency.filter((run) => isLost(ofAgency, run))).length,
  }
}

interface ArticleRow {
  url: string
  sentAt: Date
  createdAt: Date | null
  enrichedAt: Date | null
  availableAt: Date | null
}

interface DeliveryRow {
  clippingId: string
  createdAt: Date
  sentAt: Date | null
}

const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000

/** Reads the lags of the articles that appeared before `until` and of the clippings that were due since `since`. */
export async function readLags(
  db: DbPool,
  {
    plan,
    dueAt,
    since,
    until,
    scrapes,
  }: {
    plan: DayPlan
    dueAt: (clippingId: string) => Date
    since: Date
    until: Date
    scrapes: Scrapes
  },
): Promise<DayLags> {
  const planned = new Map(listAddresses(plan).map((each) => [each.url, each]))
  const published = [...planned.values()].filter(({ publishedAt }) => publishedAt < until)
  const rows = await db<ArticleRow[]>`
    select s.url, s.first_seen_at as sent_at, a.created_at, p.updated_at as enriched_at, v.available_at
    from scrape_addresses s
    left join articles a on a.url = s.url
    left join pipeline_steps p on p.unique_id = a.unique_id and p.step = 'enrich' and p.status = 'done'
    left join article_availability v on v.unique_id = a.unique_id and v.written`
  const ofDay = rows.flatMap((row) => {
    const plannedAs = planned.get(row.url)
    return plannedAs && plannedAs.publishedAt < until ? [{ ...row, ...plannedAs }] : []
  })
  const daily = ofDay.filter(
    ({ rhythm, publishedAt }) => (rhythm === 'daily' || rhythm === 'hourly') && publishedAt >= since,
  )
  const deliveries = await db<DeliveryRow[]>`
    select r.clipping_id, d.created_at, d.sent_at
    from deliveries d join releases r on r.id = d.release_id`
  const clippings = await db<{ id: string; nextRunAt: Date | null }[]>`select id, next_run_at from clippings`
  const due = clippings.filter(({ id }) => dueAt(id) >= since && dueAt(id) < until)
  const between = (from: (row: ArticleRow) => Date | null, to: (row: ArticleRow) => Date | null) =>
    describeLag(
      ofDay.flatMap((row) => {
        const [start, end] = [from(row), to(row)]
        return start && end ? [seconds(start, end)] : []
      }),
    )
  return {
    scraped: await describeScraped(db, daily, scrapes),
    stored: between(
      ({ sentAt }) => sentAt,
      ({ createdAt }) => createdAt,
    ),
    enriched: between(
      ({ createdAt }) => createdAt,
      ({ enrichedAt }) => enrichedAt,
    ),
    searchable: between(
      ({ sentAt }) => sentAt,
      ({ availableAt }) => availableAt,
    ),
    released: describeLag(deliveries.map((row) => seconds(dueAt(row.clippingId), row.createdAt))),
    handedOver: describeLag(
      deliveries.flatMap((row) => (row.sentAt ? [seconds(dueAt(row.clippingId), row.sentAt)] : [])),
    ),
    articles: {
      published: published.length,
      searchable: ofDay.filter(({ availableAt }) => availableAt !== null).length,
    },
    deliveries: {
      due: due.length,
      // A run sets the time of the next one, a day later.
      ran: due.filter(({ id, nextRunAt }) => nextRunAt !== null && nextRunAt > dueAt(id)).length,
      released: deliveries.length,
      handedOver: deliveries.filter(({ sentAt }) => sentAt !== null).length,
    },
  }
}
