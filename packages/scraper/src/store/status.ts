import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { DAY_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { listOpenDrifts, type OpenDrift } from './drifts.ts'
import type { ScrapeMeasures } from '@pauta/core/operations/metrics'
import {
  FAILING_RUNS,
  findLongPause,
  listPauses,
  silentAfter,
} from '@pauta/core/operations/publication-rhythm'
import type { SiteState } from './site-state.ts'

/** Days of counts that the status sums up. */
const RECENT_DAYS = 7
const OLDER_DAYS = 37
/** A rise of the share of fallbacks by so much over the 30 days before shows a changed template. */
const DRIFT_RISE = 0.3
/** Fewer fields make the share a matter of chance. */
const READINGS_MIN = 20

interface StatusRow extends Omit<SiteState, 'progress' | 'lastLookedAgainAt' | 'lastDeepAt'> {
  structure: string | null
  newestArticleAt: Date | null
  sent: number
  removed: number
  readings: number
  fallbacks: number
  olderReadings: number
  olderFallbacks: number
}

/** The state of one site, for operators. Shares are from 0 to 1, or null without readings. */
export interface ScrapeStatus extends Omit<StatusRow, 'newsDays' | 'olderReadings' | 'olderFallbacks'> {
  /** Failed runs by kind of error, of the last seven days. */
  errors: Record<string, number>
  /** The last three runs failed. */
  isFailing: boolean
  /** Days without news after which the agency counts as silent; null while its rhythm is unknown. */
  silentAfterDays: number | null
  isSilent: boolean
  /** Share of the fields of the last seven days that are missing or come from a rule that guesses. */
  fallbackShare: number | null
  /** Changes of the site that runs of the last 24 hours saw, with the pages that show them. */
  drifts: OpenDrift[]
  /**
   * The site has probably changed: the share rose by 30 points over the 30 days before, or a change is open. Single
   * articles that no rule knows do not count.
   */
  isDrifting: boolean
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)

function findSilence(newsDays: readonly string[]): number | null {
  const long = findLongPause(listPauses(newsDays.map((day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS)))
  return long === undefined ? null : silentAfter(long)
}

/** Some article is always a form, a folder or a file. */
const OF_SINGLE_ARTICLES: ReadonlySet<string> = new Set(['unknown-article', 'unread-articles'])

function judge(
  row: StatusRow,
  { errors, drifts, now }: Pick<ScrapeStatus, 'errors' | 'drifts'> & { now: Date },
): ScrapeStatus {
  const { newsDays, olderReadings, olderFallbacks, ...fields } = row
  const silentAfterDays = findSilence(newsDays)
  const newest = Math.max(
    row.newestArticleAt?.getTime() ?? 0,
    ...newsDays.map((day) => Date.parse(`${day}T23:59:59-03:00`)),
  )
  const silentDays = (now.getTime() - newest) / DAY_MS
  const fallbackShare = share(row.fallbacks, row.readings)
  const rise = (fallbackShare ?? 0) - (share(olderFallbacks, olderReadings) ?? fallbackShare ?? 0)
  return {
    ...fields,
    errors,
    isFailing: row.failures >= FAILING_RUNS,
    silentAfterDays,
    isSilent: silentAfterDays !== null && silentDays > silentAfterDays,
    fallbackShare,
    drifts,
    isDrifting:
      (row.readings >= READINGS_MIN && rise >= DRIFT_RISE) ||
      drifts.some(({ kind }) => !OF_SINGLE_ARTICLES.has(kind)),
  }
}

/** Lists the sites that were read at least once, those with trouble first. Paused sites are listed by their key alone. */
export async function listScrapeStatus(
  db: Db,
  { agencyKey, now }: { agencyKey?: string | undefined; now: Date },
): Promise<ScrapeStatus[]> {
  const isPaused = db`exists (select 1 from sites p where p.agency_key = s.agency_key and not p.active)`
  const scope = agencyKey === undefined ? db`not ${isPaused}` : db`s.agency_key = ${agencyKey}`
  const rows = await db<StatusRow[]>`
    with counts as (
      select agency_key,
        sum(sent) filter (where day > local_day(${now}) - ${RECENT_DAYS}::int)::int as sent,
        sum(removed) filter (where day > local_day(${now}) - ${RECENT_DAYS}::int)::int as removed,
        sum(readings) filter (where day > local_day(${now}) - ${RECENT_DAYS}::int)::int as readings,
        sum(fallbacks) filter (where day > local_day(${now}) - ${RECENT_DAYS}::int)::int as fallbacks,
        sum(readings) filter (where day <= local_day(${now}) - ${RECENT_DAYS}::int)::int as older_readings,
        sum(fallbacks) filter (where day <= local_day(${now}) - ${RECENT_DAYS}::int)::int as older_fallbacks
      from scrape_days where day > local_day(${now}) - ${OLDER_DAYS}::int group by agency_key)
    select s.agency_key, s.kind, s.structure, s.last_run_at, s.last_success_at, s.last_found_at, s.next_at,
      s.failures, s.error_kind, s.error_message, s.news_days::text[] as news_days,
      (select max(published_at) from articles a where a.agency_key = s.agency_key) as newest_article_at,
      coalesce(c.sent, 0) as sent, coalesce(c.removed, 0) as removed, coalesce(c.readings, 0) as readings, coalesce(c.fallbacks, 0) as fallbacks,
      coalesce(c.older_readings, 0) as older_readings, coalesce(c.older_fallbacks, 0) as older_fallbacks
    from scrape_sites s left join counts c using (agency_key)
    where s.last_run_at is not null and ${scope}
    order by s.failures desc, s.agency_key`
  const kinds = await db<{ agencyKey: string; kind: string; runs: number }[]>`
    select agency_key, key as kind, sum(value::int)::int as runs
    from scrape_days, jsonb_each_text(errors)
    where day > local_day(${now}) - ${RECENT_DAYS}::int
    group by 1, 2`
  const errorsOf = (key: string) =>
    Object.fromEntries(kinds.filter((row) => row.agencyKey === key).map(({ kind, runs }) => [kind, runs]))
  const open = Map.groupBy(await listOpenDrifts(db, { agencyKey, now }), (drift) => drift.agencyKey)
  return rows.map((row) => {
    return judge(row, { errors: errorsOf(row.agencyKey), drifts: open.get(row.agencyKey) ?? [], now })
  })
}

/** A site whose last three runs failed. */
export interface FailingSite {
  agencyKey: string
  lastSuccessAt: Date | null
  lastFailedAt: Date | null
  failures: number
  errorKind: string | null
  errorMessage: string | null
}

/** Lists failing sites of active agencies. */
export async function listFailingSites(db: Db): Promise<FailingSite[]> {
  return await db<FailingSite[]>`
    select s.agency_key, s.last_success_at, s.last_failed_at, s.failures, s.error_kind, s.error_message
    from scrape_sites s join agencies g on g.key = s.agency_key and g.active
    where s.failures >= ${FAILING_RUNS}
    order by s.agency_key`
}

/** Counts the sites of which a reading failed, by the local day, `YYYY-MM-DD`, from a day on. */
export async function countFailedSitesByDay(db: Db, first: string): Promise<Map<string, number>> {
  const rows = await db<{ day: string; count: number }[]>`
    select day::text, count(*)::int from scrape_days where failed > 0 and day >= ${first}::date group by 1`
  return new Map(rows.map(({ day, count }) => [day, count]))
}

export async function measureScraping(db: Db, now: Date): Promise<ScrapeMeasures> {
  const sites = await listScrapeStatus(db, { now })
  const [row] = await db<{ requests: number }[]>`
    select coalesce(sum(requests), 0)::int as requests from scrape_hosts where requests_on = local_day(${now})`
  return {
    failingSites: sites.filter(({ isFailing }) => isFailing).length,
    silentSites: sites.filter(({ isSilent }) => isSilent).length,
    driftingSites: sites.filter(({ isDrifting }) => isDrifting).length,
    requests: row?.requests ?? 0,
  }
}

/** Three missed runs in a row of a schedule of 15 minutes. */
const STALE_AFTER_MINUTES = 45

/**
 * Counts the sites that nothing reads: those that fail, and those that were due three runs ago. A service that is kept
 * apart from the stores of the stage leaves no state of sites; there the last runs of the job for the agency count.
 */
export async function countStaleSites(
  db: Db,
  { sites, now }: { sites: readonly { key: string }[]; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - STALE_AFTER_MINUTES * MINUTE_MS)
  const [row] = await db<{ stale: number }[]>`
    select count(*)::int as stale from unnest(${sites.map(({ key }) => key)}::text[]) as t (key)
    left join scrape_sites s on s.agency_key = t.key and s.last_run_at is not null
    where case when s.agency_key is not null
      then s.failures > 0 or coalesce(s.next_at, s.last_run_at) <= ${since}
      else not exists (select from job_runs r where r.job = 'scrape' and r.target = t.key
        and r.status = 'succeeded' and r.finished_at > ${since}) end`
  return row?.stale ?? 0
}

/** Days for which each kind of row is kept after its last use. Articles themselves are known by their own table. */
export async function removeOldScrapeRows(db: Db, { before, limit }: OldRows): Promise<number> {
  const [row] = await db<{ removed: number }[]>`
    with addresses as (
      delete from scrape_addresses where ctid in (
        select ctid from scrape_addresses where last_seen_at < ${before} limit ${limit}) returning 1),
    pages as (
      delete from scrape_pages where ctid in (
        select ctid from scrape_pages where seen_at < ${before} limit ${limit}) returning 1),
    days as (
      delete from scrape_days where ctid in (
        select ctid from scrape_days where day < local_day(${before}) limit ${limit}) returning 1),
    missing as (
      delete from scrape_missing where ctid in (
        select ctid from scrape_missing where last_missed_at < ${before} limit ${limit}) returning 1),
    notes as (
      delete from scrape_notes where ctid in (
        select ctid from scrape_notes where last_at < ${before} limit ${limit}) returning 1),
    drifts as (
      delete from scrape_drifts where ctid in (
        select ctid from scrape_drifts where last_seen_at < ${before} limit ${limit}) returning 1)
    select greatest((select count(*) from addresses), (select count(*) from pages), (select count(*) from days),
      (select count(*) from missing), (select count(*) from notes), (select count(*) from drifts))::int as removed`
  return row?.removed ?? 0
}
