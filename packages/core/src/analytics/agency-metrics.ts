import { listAgenciesByKeyOrName } from '../agencies/queries.ts'
import type { Db } from '@pauta/platform/database/database'
import { compareNames } from '@pauta/platform/text/portuguese'
import { DAY_MS } from '@pauta/platform/time/time'
import {
  localDaysOf,
  periodOf,
  SERIES_MAX_ROWS,
  tooManyRows,
  type Granularity,
  type LocalDays,
} from '@pauta/platform/time/period'

type MetricType = 'VOLUME' | 'SENTIMENT' | 'READABILITY' | 'THEMES'

/** Metrics of an agency in a period. Averages cover the articles that have the value; null when none has. */
export interface AgencyPeriodMetrics {
  /** First local day of the period, `YYYY-MM-DD`. */
  period: string
  agencyKey: string
  agencyName: string
  articleCount: number
  /** From -1 to 1. */
  avgSentimentScore: number | null
  /** Shares of the articles with a sentiment label, from 0 to 1. */
  pctPositive: number | null
  pctNegative: number | null
  /** From 0 to 100. */
  avgReadabilityFlesch: number | null
  avgWordCount: number | null
  /** The 3 most frequent level-1 themes, most first, ties by label. */
  topThemes: { label: string; count: number; code: string }[]
}

export interface AgencyMetricsRequest {
  /** Keys or official names. */
  agencies: readonly string[]
  /** Half-open. */
  window: { from: Date; to: Date }
  granularity: Granularity
  /** Null: all metrics. Metrics that are not requested are null, or empty for the themes. */
  metrics: readonly MetricType[] | null
}

const TOP_THEMES = 3

type Counted = Omit<AgencyPeriodMetrics, 'agencyName' | 'topThemes'> & {
  /** Articles by theme. The key is code, space, label. */
  themes: Record<string, number> | null
}

/** Counts in one pass over the narrow rows: first by theme too, then without themes. */
async function countArticles(
  db: Db,
  request: AgencyMetricsRequest,
  { first, last, whole }: LocalDays,
): Promise<Counted[]> {
  const { agencies, window, granularity, metrics } = request
  const themes = metrics === null || metrics.includes('THEMES')
  // Narrow rows contain only the day. When the window cuts its first or last day, the instant is read from the article.
  const within = db`and (m.day not in (${first}, ${last}) or exists (
    select 1 from articles a
    where a.unique_id = m.unique_id and a.published_at >= ${window.from} and a.published_at < ${window.to}))`
  return await db<Counted[]>`
    with by_theme as (
      select m.agency_key, ${periodOf(db, granularity, db`m.day`)} as period,
        ${themes ? db`t.code || ' ' || t.label` : db`null::text`} as theme,
        count(*) as articles,
        sum(m.sentiment_score) as scores, count(m.sentiment_score) as scored,
        count(m.sentiment_label) as labelled,
        count(*) filter (where m.sentiment_label = 'positive') as positive,
        count(*) filter (where m.sentiment_label = 'negative') as negative,
        sum(m.readability_flesch) as readability, count(m.readability_flesch) as readable,
        sum(m.word_count) as words, count(m.word_count) as counted
      from article_metrics m
      ${themes ? db`left join known_themes t on t.code = m.theme_l1_code` : db``}
      where m.agency_key = any(${[...agencies]}) and m.day between ${first} and ${last} ${whole ? db`` : within}
      group by 1, 2, 3
    )
    select agency_key, to_char(period, 'YYYY-MM-DD') as period, sum(articles)::int as article_count,
      sum(scores) / nullif(sum(scored), 0)::float8 as avg_sentiment_score,
      sum(positive)::float8 / nullif(sum(labelled), 0)::float8 as pct_positive,
      sum(negative)::float8 / nullif(sum(labelled), 0)::float8 as pct_negative,
      sum(readability) / nullif(sum(readable), 0)::float8 as avg_readability_flesch,
      sum(words)::float8 / nullif(sum(counted), 0)::float8 as avg_word_count,
      json_object_agg(theme, articles) filter (where theme is not null) as themes
    from by_theme
    group by by_theme.agency_key, by_theme.period
    order by by_theme.period, by_theme.agency_key collate "C"
    limit ${SERIES_MAX_ROWS + 1}`
}

function topThemes(themes: Record<string, number> | null): AgencyPeriodMetrics['topThemes'] {
  return Object.entries(themes ?? {})
    .map(([theme, count]) => {
      const end = theme.indexOf(' ')
      return { label: theme.slice(end + 1), count, code: theme.slice(0, end) }
    })
    .sort((a, b) => b.count - a.count || compareNames(a.label, b.label))
    .slice(0, TOP_THEMES)
}

const NOTHING = {
  articleCount: 0,
  avgSentimentScore: null,
  pctPositive: null,
  pctNegative: null,
  avgReadabilityFlesch: null,
  avgWordCount: null,
  themes: null,
}

/** Returns one row per day and agency, in this order, also for days without articles. */
function fillDays(
  counted: readonly Counted[],
  agencies: readonly string[],
  { first, last }: LocalDays,
): Counted[] {
  const known = new Map(counted.map((row) => [`${row.period} ${row.agencyKey}`, row]))
  const rows: Counted[] = []
  for (let day = Date.parse(first); day <= Date.parse(last); day += DAY_MS) {
    const period = new Date(day).toISOString().slice(0, 10)
    for (const agencyKey of agencies)
      rows.push(known.get(`${period} ${agencyKey}`) ?? { ...NOTHING, period, agencyKey })
  }
  return rows
}

/** Removes the metrics that were not requested. */
function select(row: Counted, name: string, wants: (metric: MetricType) => boolean): AgencyPeriodMetrics {
  const { themes, ...numbers } = row
  return {
    ...numbers,
    agencyName: name,
    ...(wants('SENTIMENT') ? {} : { avgSentimentScore: null, pctPositive: null, pctNegative: null }),
    ...(wants('READABILITY') ? {} : { avgReadabilityFlesch: null, avgWordCount: null }),
    topThemes: wants('THEMES') ? topThemes(themes) : [],
  }
}

/**
 * Returns publication metrics by period, then key. Days without articles have a row; weeks and months without articles
 * have none. Skips unknown agencies. Always runs two statements. Throws LIMIT_EXCEEDED above 50,000 rows.
 */
export async function listAgencyMetrics(
  db: Db,
  request: AgencyMetricsRequest,
): Promise<AgencyPeriodMetrics[]> {
  const { window, granularity, metrics } = request
  if (window.from >= window.to) return []
  const known = await listAgenciesByKeyOrName(db, request.agencies)
  const names = new Map(known.map(({ key, name }) => [key, name]))
  const agencies = [...names.keys()].sort((a, b) => (a < b ? -1 : 1))
  if (agencies.length === 0) return []
  const days = localDaysOf(window)
  const daysAsked = (Date.parse(days.last) - Date.parse(days.first)) / DAY_MS + 1
  if (granularity === 'DAY' && daysAsked * agencies.length > SERIES_MAX_ROWS) throw tooManyRows('dateTo')
  const counted = await countArticles(db, { ...request, agencies }, days)
  if (counted.length > SERIES_MAX_ROWS) throw tooManyRows('dateTo')
  const rows = granularity === 'DAY' ? fillDays(counted, agencies, days) : counted
  const wants = (metric: MetricType) => metrics === null || metrics.includes(metric)
  return rows.map((row) => select(row, names.get(row.agencyKey) ?? row.agencyKey, wants))
}
