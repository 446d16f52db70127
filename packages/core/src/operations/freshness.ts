import type { Db } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import {
  judgeSilence,
  measureRhythm,
  silentAfter,
  type FreshnessState,
  type PublicationRhythm,
} from './publication-rhythm.ts'

/** Days of publications that make the rhythm of an agency. */
const HISTORY_DAYS = 180
/** Days of the number of articles. */
const RECENT_DAYS = 30
/** Days of scrapes that make the share of fallbacks. */
const FALLBACK_DAYS = 7

interface FreshnessRow {
  agencyKey: string
  agencyName: string
  lastArticleId: string | null
  lastArticleAt: Date | null
  /** Whole local days since the last article. */
  silentDays: number | null
  /** Local days with news of the last 180 days, as days before today. */
  newsDays: number[] | null
  articles: number
  lastReadAt: Date | null
  lastFailedAt: Date | null
  lastErrorKind: string | null
  failedRuns: number
  fallbackShare: number | null
}

/** An agency against its own rhythm. */
export interface PublicationFreshness extends Omit<FreshnessRow, 'newsDays'> {
  state: FreshnessState
  /** Undefined with too little history. */
  rhythm: PublicationRhythm | undefined
  /** Days without news after which the agency counts as silent; null without a rhythm. */
  silentAfterDays: number | null
}

function judge({ newsDays, ...row }: FreshnessRow): PublicationFreshness {
  const rhythm = measureRhythm(newsDays ?? [])
  return {
    ...row,
    rhythm,
    silentAfterDays: rhythm ? silentAfter(rhythm.longDays) : null,
    state: judgeSilence({ silentDays: row.silentDays ?? undefined, rhythm, failedRuns: row.failedRuns }),
  }
}

/**
 * Lists agencies against their own rhythm, by name: active agencies with articles or with a site that was read, and
 * others with news in the last 180 days. Articles that are dated in the future do not count. One statement.
 */
export async function listPublicationFreshness(
  db: Db,
  { agencies, now, limit }: { agencies?: readonly string[] | undefined; now: Date; limit: number },
): Promise<PublicationFreshness[]> {
  const scope = agencies ? db`agency_key = any(${[...agencies]})` : db`true`
  const since = new Date(now.getTime() - HISTORY_DAYS * DAY_MS)
  const recent = new Date(now.getTime() - RECENT_DAYS * DAY_MS)
  const rows = await db<FreshnessRow[]>`
    with news as (
      select agency_key, array_agg(distinct local_day(${now}) - local_day(published_at)) as days,
        count(*) filter (where published_at > ${recent})::int as articles
      from articles
      where deleted_at is null and published_at > ${since} and published_at <= ${now} and ${scope}
      group by agency_key
    ), readings as (
      select agency_key, sum(fallbacks)::float8 / nullif(sum(readings), 0) as fallback_share
      from scrape_days where day > local_day(${now}) - ${FALLBACK_DAYS}::int and ${scope}
      group by agency_key
    )
    select g.key as agency_key, g.name as agency_name, last.unique_id as last_article_id,
      last.published_at as last_article_at, local_day(${now}) - local_day(last.published_at) as silent_days,
      n.days as news_days, coalesce(n.articles, 0) as articles, s.last_success_at as last_read_at,
      s.last_failed_at, s.last_failed_kind as last_error_kind, case when g.active then coalesce(s.failures, 0) else 0 end as failed_runs,
      r.fallback_share
    from agencies g
    left join news n on n.agency_key = g.key
    left join readings r on r.agency_key = g.key
    left join scrape_sites s on s.agency_key = g.key and s.last_run_at is not null
    left join lateral (
      select unique_id, published_at from articles a
      where a.agency_key = g.key and a.deleted_at is null and a.published_at <= ${now}
      order by a.published_at desc limit 1) last on true
    where ${agencies ? db`g.key = any(${[...agencies]})` : db`true`}
      and (n.agency_key is not null
        or g.active and (last.unique_id is not null or s.agency_key is not null))
    order by g.name, g.key
    limit ${limit}`
  return rows.map(judge)
}
