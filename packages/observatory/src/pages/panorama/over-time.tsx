import { useCallback, useMemo } from 'preact/hooks'
import {
  AgenciesOverTimeDocument,
  type AgenciesOverTimeQuery,
  ThemesOverTimeDocument,
  type Granularity,
  type PanoramaQuery,
} from '../../api/generated/operations.ts'
import { useData, type Loaded } from '../../api/use-data.ts'
import { fitTickLabels, fitTicks, formatAxisDay } from '../../charts/axis-labels.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { fillSeries, type SeriesPoint } from '../../charts/fill-series.ts'
import { Plot, type PlotModule } from '../../charts/plot.tsx'
import { Ready } from '../../frame/states.tsx'
import { daysBefore, formatCount, formatDay, toDay } from '../../format.ts'
import { texts } from '../../texts.ts'

const words = texts.panorama
const HEIGHT = 260
/** More lines than this cannot be told apart. */
const SERIES = 6
const PALETTE = Array.from({ length: SERIES }, (_, at) => `var(--series-${at + 1})`)

const noon = ({ period }: SeriesPoint) => new Date(`${period}T12:00:00Z`)

/** Periods of a day for up to a month, of a week for a quarter, else of a month. */
function granularityOf(days: number): Granularity {
  if (days <= 31) return 'DAY'
  return days <= 120 ? 'WEEK' : 'MONTH'
}

interface LinesProps {
  title: string
  fileName: string
  points: readonly SeriesPoint[]
  days: number
  source: Source
}

/** Articles per period, one line for each series. */
function Lines({ title, fileName, points, days, source }: LinesProps) {
  const { points: filled, names } = useMemo(() => fillSeries(points), [points])
  const draw = useCallback(
    (plot: PlotModule, width: number) => ({
      marginLeft: 36,
      x: {
        type: 'utc' as const,
        label: null,
        ticks: Math.min(6, fitTicks(width)),
        tickFormat: fitTickLabels(width, formatAxisDay(days)),
      },
      y: { grid: true, label: null, zero: true, nice: true },
      color: { domain: names, range: PALETTE, legend: true },
      marks: [
        plot.ruleY([0], { stroke: 'var(--line)' }),
        plot.lineY(filled, { x: noon, y: 'count', stroke: 'name', strokeWidth: 2, curve: 'monotone-x' }),
        plot.dot(filled, {
          x: noon,
          y: 'count',
          fill: 'name',
          r: 2.5,
          title: (point: SeriesPoint) =>
            `${point.name}\n${formatDay(point.period)}: ${formatCount(point.count)}`,
        }),
      ],
    }),
    [filled, names, days],
  )
  return (
    <Chart
      title={title}
      help={words.overTimeHelp[granularityOf(days)]}
      fileName={fileName}
      source={source}
      partial={words.edges[granularityOf(days)]}
      table={{
        columns: [texts.columns.period, texts.columns.series, texts.columns.articles],
        rows: filled.map(({ period, name, count }) => [period, name, count]),
      }}
    >
      {filled.length === 0 ? <p>{texts.nothing}</p> : <Plot height={HEIGHT} label={title} draw={draw} />}
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

/** Themes and agencies with the most articles, over the days of the period. */
export function OverTime({ agencies, days }: { agencies: PanoramaQuery['agencies']; days: number }) {
  const now = new Date()
  const range = {
    dateFrom: daysBefore(now, days - 1),
    dateTo: toDay(now),
    granularity: granularityOf(days),
  }
  const keys = agencies.flatMap(({ key }) => (key ? [key] : [])).slice(0, SERIES)
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
            days={days}
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
            days={days}
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
