import { useMemo } from 'preact/hooks'
import {
  AgenciesOverTimeDocument,
  type AgenciesOverTimeQuery,
  ThemesOverTimeDocument,
  type Granularity,
  type PanoramaQuery,
} from '../../api/generated/operations.ts'
import { useData, type Loaded } from '../../api/use-data.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { fillSeries, type SeriesPoint } from '../../charts/fill-series.ts'
import { listPeriods } from '../../charts/periods.ts'
import { StepLines } from '../../charts/step-lines.tsx'
import { joinSentences } from '../../frame/join-sentences.ts'
import { Ready } from '../../frame/states.tsx'
import { formatDay, toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import type { Period } from './period.ts'

const words = texts.panorama
/** Series that are asked for; the API's limit for themes is in the document. */
const SERIES = 8

/** Periods of a day for up to a month, of a week for a quarter, else of a month. */
function granularityOf(days: number): Granularity {
  if (days <= 31) return 'DAY'
  return days <= 120 ? 'WEEK' : 'MONTH'
}

interface LinesProps {
  title: string
  fileName: string
  points: readonly SeriesPoint[]
  range: OverTimeRange
  source: Source
}

/** The days of both charts. */
interface OverTimeRange {
  dateFrom: string
  dateTo: string
  granularity: Granularity
  /** First day of the data, when it lies within the days. */
  dataStart: string | undefined
}

/** Articles per period, one line for each series. */
function Lines({ title, fileName, points, range, source }: LinesProps) {
  const { dateFrom, dateTo, granularity, dataStart } = range
  const series = useMemo(
    () => fillSeries(points, listPeriods(dataStart ?? dateFrom, dateTo, granularity)),
    [points, dataStart, dateFrom, dateTo, granularity],
  )
  return (
    <Chart
      title={title}
      help={words.overTimeHelp[granularity]}
      fileName={fileName}
      source={source}
      partial={joinSentences([words.edges[granularity], dataStart && words.dataSince(formatDay(dataStart))])}
      table={{
        columns: [texts.columns.period, texts.columns.series, texts.columns.articles],
        rows: series.points.map(({ period, name, count }) => [period, name, count]),
      }}
    >
      {points.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <StepLines
          label={title}
          series={series}
          granularity={granularity}
          bounds={{ from: dateFrom, to: dateTo, today: toDay(new Date()) }}
        />
      )}
    </Chart>
  )
}

/** What the API would answer for no agencies, which it is not asked for. */
const NOTHING_PUBLISHED: Loaded<AgenciesOverTimeQuery> = {
  data: { agencyAnalytics: [] },
  failure: undefined,
  isLoading: false,
  retry: () => undefined,
}

interface OverTimeProps {
  agencies: PanoramaQuery['agencies']['items']
  period: Period
  dataStart: string | undefined
}

/** Themes and agencies with the most articles, over the days of the period. */
export function OverTime({ agencies, period, dataStart }: OverTimeProps) {
  const range = {
    dateFrom: period.from,
    dateTo: period.to,
    granularity: granularityOf(period.days),
  }
  const keys = agencies.slice(0, SERIES).map(({ key }) => key)
  const agencyVariables = { ...range, agencies: keys }
  const themes = useData(ThemesOverTimeDocument, range)
  const published = useData(AgenciesOverTimeDocument, agencyVariables, { pause: keys.length === 0 })
  return (
    <div class="columns">
      <Ready loaded={themes} lines={7}>
        {({ themeTimeline }) => (
          <Lines
            title={words.themesOverTime}
            fileName="temas-no-tempo"
            range={{ ...range, dataStart }}
            source={{ document: ThemesOverTimeDocument, variables: range }}
            points={themeTimeline.map(({ period, label, count }) => ({ period, name: label, count }))}
          />
        )}
      </Ready>
      <Ready loaded={keys.length === 0 ? NOTHING_PUBLISHED : published} lines={7}>
        {({ agencyAnalytics }) => (
          <Lines
            title={words.agenciesOverTime}
            fileName="orgaos-no-tempo"
            range={{ ...range, dataStart }}
            source={{ document: AgenciesOverTimeDocument, variables: agencyVariables }}
            points={agencyAnalytics.map(({ period, agencyName, agencyKey, articleCount }) => ({
              period: period.slice(0, 10),
              name: agencyName ?? agencyKey,
              count: articleCount,
            }))}
          />
        )}
      </Ready>
    </div>
  )
}
