import {
  localDaysOf,
  periodOf,
  SERIES_MAX_ROWS,
  tooManyRows,
  type Granularity,
} from '@pauta/platform/time/period'
import type { Db } from '@pauta/platform/database/database'
import type { DateWindow } from '@pauta/platform/time/time'

/** Articles of an agency about an entity in a period. */
export interface CoveragePoint {
  /** First local day of the period, `YYYY-MM-DD`. */
  period: string
  agencyKey: string
  agencyName: string
  articleCount: number
  /** Number of mentions in these articles. */
  totalMentions: number
  /** From -1 to 1, averaged over the articles with a score; null when none has a score. */
  avgSentimentScore: number | null
}

export interface CoverageRequest {
  entityId: string
  window: DateWindow
  granularity: Granularity
  /** Most rows: by default 50,000. */
  rowsMax?: number
}

/**
 * Lists the coverage of an entity by period, then agency key, without empty rows. Throws LIMIT_EXCEEDED above
 * `rowsMax` rows.
 */
export async function listCoverage(
  db: Db,
  { entityId, window, granularity, rowsMax = SERIES_MAX_ROWS }: CoverageRequest,
): Promise<CoveragePoint[]> {
  const { first, last, whole } = localDaysOf(window)
  const within = db`
    ${window.from ? db`and published_at >= ${window.from}` : db``}
    ${window.to ? db`and published_at < ${window.to}` : db``}`
  const points = await db<CoveragePoint[]>`
    select to_char(c.period, 'YYYY-MM-DD') as period, c.agency_key, g.name as agency_name, c.article_count,
      c.total_mentions, c.avg_sentiment_score
    from (
      select ${periodOf(db, granularity, db`day`)} as period, agency_key,
        count(*)::int as article_count, sum(mentions)::int as total_mentions,
        avg(sentiment_score) as avg_sentiment_score
      from article_entities
      where entity_id = ${entityId} and day between ${first} and ${last} ${whole ? db`` : within}
      group by 1, 2
    ) as c
    join agencies g on g.key = c.agency_key
    order by c.period, c.agency_key collate "C"
    limit ${rowsMax + 1}`
  if (points.length > rowsMax) throw tooManyRows('dateTo')
  return points
}
