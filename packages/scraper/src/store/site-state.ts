import type { Db } from '@pauta/platform/database/database'
import { MINUTE_MS } from '@pauta/platform/time/time'

const DAYS_KEPT = 60
/** Fewer times say nothing about nights. */
const TIMES_MIN = 10
/**
 * The pause counts from the end of a run, and a run may wait for its host. A schedule's tick that comes up to ten minutes
 * before the end of the pause counts: the next one would come a whole interval later.
 */
export const EARLY_MS = 10 * MINUTE_MS

/** What is known of a site between runs. */
export interface SiteState {
  agencyKey: string
  /** Kind of site that answered last. */
  kind: string | null
  progress: unknown
  /** No scheduled run asks the site before this time; null: at once. */
  nextAt: Date | null
  lastRunAt: Date | null
  lastSuccessAt: Date | null
  lastFoundAt: Date | null
  lastLookedAgainAt: Date | null
  lastDeepAt: Date | null
  failures: number
  errorKind: string | null
  errorMessage: string | null
  /** Local days with news, `YYYY-MM-DD`. */
  newsDays: string[]
}

export async function findSiteState(db: Db, agencyKey: string): Promise<SiteState | undefined> {
  const [row] = await db<SiteState[]>`
    select agency_key, kind, progress, next_at, last_run_at, last_success_at, last_found_at, last_looked_again_at,
      last_deep_at, failures, error_kind, error_message, news_days::text[] as news_days
    from scrape_sites where agency_key = ${agencyKey}`
  return row
}

/** When a site that is not due is asked again; undefined when it is due or was never asked. */
export async function findPause(
  db: Db,
  { agencyKey, now }: { agencyKey: string; now: Date },
): Promise<{ until: Date; errorKind: string | null } | undefined> {
  const [row] = await db<{ until: Date; errorKind: string | null }[]>`
    select next_at as until, error_kind from scrape_sites
    where agency_key = ${agencyKey} and next_at > ${new Date(now.getTime() + EARLY_MS)}`
  return row
}

/**
 * Takes a site for a run, which frees it at its end or is dead at `until`. Returns false while another run has it, and
 * for a scheduled run (`isScheduled`) when another one has read it meanwhile, so that it is not due any more.
 */
export async function holdSite(
  db: Db,
  { agencyKey, now, until, isScheduled }: { agencyKey: string; now: Date; until: Date; isScheduled: boolean },
): Promise<boolean> {
  const dueAt = new Date(now.getTime() + EARLY_MS)
  const { count } = await db`
    insert into scrape_sites as s (agency_key, held_until) values (${agencyKey}, ${until})
    on conflict (agency_key) do update set held_until = excluded.held_until
      where (s.held_until is null or s.held_until <= ${now})
        and (not ${isScheduled} or s.next_at is null or s.next_at <= ${dueAt})`
  return count > 0
}

/** Frees all sites. Nothing may read any of them. */
export async function freeSites(db: Db): Promise<void> {
  await db`update scrape_sites set held_until = null where held_until is not null`
}

/** Frees a site that was taken until `until`. A later run takes it until a later time, and keeps it. */
export async function freeSite(
  db: Db,
  { agencyKey, until }: { agencyKey: string; until: Date },
): Promise<void> {
  await db`update scrape_sites set held_until = null where agency_key = ${agencyKey} and held_until = ${until}`
}

/** Stores how far a run of an agency came; null forgets it. */
export async function saveSiteProgress(db: Db, agencyKey: string, progress: unknown): Promise<void> {
  const value = progress === null ? null : db.json(progress as never)
  await db`
    insert into scrape_sites (agency_key, progress) values (${agencyKey}, ${value})
    on conflict (agency_key) do update set progress = excluded.progress`
}

/** Adds local days with news that a listing or an article showed. Keeps those of the last 60 days. */
export async function recordNewsDays(
  db: Db,
  { agencyKey, days, now }: { agencyKey: string; days: readonly string[]; now: Date },
): Promise<void> {
  await db`
    insert into scrape_sites as s (agency_key, news_days)
    values (${agencyKey}, ${[...days]}::text[]::date[])
    on conflict (agency_key) do update set news_days = array(
      select distinct day from unnest(s.news_days || excluded.news_days) as day
      where day > local_day(${now}) - ${DAYS_KEPT}::int and day <= local_day(${now}) order by day)`
}

/** Share of an agency's news of the last 30 days that appeared at night; null when too few times of day are known. */
export async function findNightShare(
  db: Db,
  { agencyKey, now }: { agencyKey: string; now: Date },
): Promise<number | null> {
  // Midnight stands for an unknown time.
  const [row] = await db<{ share: number | null }[]>`
    select case when count(*) >= ${TIMES_MIN}
      then (count(*) filter (where hour >= 22 or hour < 6))::float8 / count(*) end as share
    from (
      select extract(hour from local) as hour from (
        select published_at at time zone 'America/Sao_Paulo' as local from articles
        where agency_key = ${agencyKey} and published_at > ${now}::timestamptz - interval '30 days'
          and published_at <= ${now}) times
      where local <> date_trunc('day', local)) hours`
  return row?.share ?? null
}

/** The end of a run of one agency. Counts are of this run. */
export interface FinishedRun {
  agencyKey: string
  kind: string
  structure: string | null
  isFailed: boolean
  /** The run ended at its time limit; the next one continues at once. */
  isUnfinished: boolean
  /** The run has read what its days hold, except single articles. Otherwise the next run covers the same days. */
  isWhole: boolean
  errorKind: string | null
  errorMessage: string | null
  /** New articles were sent. */
  hasFound: boolean
  lookedAgain: boolean
  wasDeep: boolean
  /** No scheduled run asks the site before this time; null: at once. */
  nextAt: Date | null
  pages: number
  unchanged: number
  listed: number
  undated: number
  scraped: number
  sent: number
  /** Stored articles that were found to be removed from the site. */
  removed: number
  readings: number
  fallbacks: number
  seconds: number
  /** How many articles had each field. */
  fields: Readonly<Record<string, number>>
}

/** Records the end of a run: the state of the site, and the counts of its local day. */
export async function finishSiteRun(db: Db, run: FinishedRun, now: Date): Promise<void> {
  const { isFailed, isUnfinished, isWhole, hasFound } = run
  const isEnded = !isFailed && !isUnfinished
  await db`
    insert into scrape_sites as s (agency_key, kind, structure, next_at, last_run_at, last_success_at, last_found_at,
      last_looked_again_at, last_deep_at, failures, error_kind, error_message, last_failed_at, last_failed_kind)
    values (${run.agencyKey}, ${run.kind}, ${run.structure}, ${run.nextAt}, ${now}, ${isWhole ? now : null},
      ${hasFound ? now : null}, ${isEnded && run.lookedAgain ? now : null}, ${isEnded && run.wasDeep ? now : null},
      ${isFailed ? 1 : 0}, ${run.errorKind}, ${run.errorMessage}, ${isFailed ? now : null},
      ${isFailed ? run.errorKind : null})
    on conflict (agency_key) do update set
      kind = excluded.kind, structure = coalesce(excluded.structure, s.structure), next_at = excluded.next_at,
      last_run_at = excluded.last_run_at,
      last_success_at = coalesce(excluded.last_success_at, s.last_success_at),
      last_found_at = coalesce(excluded.last_found_at, s.last_found_at),
      last_looked_again_at = coalesce(excluded.last_looked_again_at, s.last_looked_again_at),
      last_deep_at = coalesce(excluded.last_deep_at, s.last_deep_at),
      failures = case when ${isFailed} then s.failures + 1 else 0 end,
      error_kind = excluded.error_kind, error_message = excluded.error_message,
      last_failed_at = coalesce(excluded.last_failed_at, s.last_failed_at),
      last_failed_kind = coalesce(excluded.last_failed_kind, s.last_failed_kind)`
  const errors = isFailed && run.errorKind !== null ? { [run.errorKind]: 1 } : {}
  await db`
    insert into scrape_days as d (agency_key, day, runs, failed, pages, unchanged, listed, undated, scraped, sent,
      removed, readings, fallbacks, seconds, errors, fields)
    values (${run.agencyKey}, local_day(${now}), 1, ${isFailed ? 1 : 0}, ${run.pages}, ${run.unchanged},
      ${run.listed}, ${run.undated}, ${run.scraped}, ${run.sent}, ${run.removed}, ${run.readings}, ${run.fallbacks}, ${run.seconds},
      ${db.json(errors)}, ${db.json(run.fields)})
    on conflict (agency_key, day) do update set runs = d.runs + 1, failed = d.failed + excluded.failed,
      pages = d.pages + excluded.pages, unchanged = d.unchanged + excluded.unchanged,
      listed = d.listed + excluded.listed, undated = d.undated + excluded.undated,
      scraped = d.scraped + excluded.scraped, sent = d.sent + excluded.sent,
      removed = d.removed + excluded.removed,
      readings = d.readings + excluded.readings, fallbacks = d.fallbacks + excluded.fallbacks,
      seconds = d.seconds + excluded.seconds,
      errors = add_counts(d.errors, excluded.errors), fields = add_counts(d.fields, excluded.fields)`
}
