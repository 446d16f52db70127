import { useCallback, useMemo } from 'preact/hooks'
import type { EntityPageQuery } from '../../api/generated/operations.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { fitTickLabels, fitTicks, formatAxisDay } from '../../charts/axis-labels.ts'
import { isIncomplete, startOf } from '../../charts/periods.ts'
import { Plot, type PlotModule } from '../../charts/plot.tsx'
import { formatCount, toDay } from '../../format.ts'
import { texts } from '../../texts.ts'

const HEIGHT = 240
/** More colours than this cannot be told apart; the other agencies share one. */
const AGENCIES = 5
const PALETTE = [
  'var(--series-1)',
  'var(--series-2)',
  'var(--series-3)',
  'var(--series-4)',
  'var(--series-5)',
  'var(--series-others)',
]

/** The last week is drawn whole. */
const WEEK_MS = 7 * 86_400_000

type Point = EntityPageQuery['coverage'][number]

interface Share {
  week: Date
  agency: string
  count: number
}

/** Returns articles per week and agency, with the agencies beyond the first five as one. */
function groupPoints(points: readonly Point[]): { shares: Share[]; agencies: string[] } {
  const totals = new Map<string, number>()
  const nameOf = ({ agencyName, agencyKey }: Point) => agencyName ?? agencyKey
  for (const point of points) totals.set(nameOf(point), (totals.get(nameOf(point)) ?? 0) + point.articleCount)
  const first = [...totals]
    .sort(([, a], [, b]) => b - a)
    .slice(0, AGENCIES)
    .map(([name]) => name)
  const counts = new Map<string, Share>()
  for (const point of points) {
    const agency = first.includes(nameOf(point)) ? nameOf(point) : texts.entity.others
    const key = `${point.period} ${agency}`
    const week = new Date(`${point.period.slice(0, 10)}T12:00:00Z`)
    counts.set(key, { week, agency, count: point.articleCount + (counts.get(key)?.count ?? 0) })
  }
  const order = [...first, texts.entity.others]
  const shares = [...counts.values()].sort((a, b) => order.indexOf(a.agency) - order.indexOf(b.agency))
  return { shares, agencies: totals.size > AGENCIES ? [...first, texts.entity.others] : first }
}

/** Tells whether a week has not ended, or began before the period. */
const isCut = (week: Date, dateFrom: string) =>
  isIncomplete(startOf(toDay(week), 'WEEK'), 'WEEK', { from: dateFrom, to: '', today: toDay(new Date()) })

interface CoverageProps {
  points: readonly Point[]
  /** First day of the period, as `2026-06-01`. The axis shows all of it, so that few articles look like few. */
  dateFrom: string
  source: Source
}

/** Articles about the entity per week, by agency. */
export function Coverage({ points, dateFrom, source }: CoverageProps) {
  const { shares, agencies } = useMemo(() => groupPoints(points), [points])
  const draw = useCallback(
    (plot: PlotModule, width: number) => ({
      x: {
        type: 'utc' as const,
        label: null,
        ticks: Math.min(8, fitTicks(width)),
        domain: [new Date(`${dateFrom}T00:00:00Z`), new Date(Date.now() + WEEK_MS)],
        tickFormat: fitTickLabels(width, formatAxisDay(180)),
      },
      y: { grid: true, label: null },
      color: { domain: agencies, range: PALETTE, legend: true },
      marks: [
        plot.rectY(shares, {
          x: 'week',
          y: 'count',
          order: null,
          fill: 'agency',
          fillOpacity: ({ week }: Share) => (isCut(week, dateFrom) ? 0.45 : 1),
          interval: 'week' as const,
          inset: 0.5,
          title: ({ agency, count }: Share) => `${agency}: ${formatCount(count)}`,
        }),
        plot.ruleY([0], { stroke: 'var(--line)' }),
      ],
    }),
    [agencies, dateFrom, shares],
  )
  return (
    <Chart
      title={texts.entity.coverage}
      help={texts.entity.coverageHelp}
      fileName="cobertura"
      partial={texts.entity.coverageEdges}
      source={source}
      table={{
        columns: [texts.columns.week, texts.columns.agency, texts.columns.articles, texts.columns.mentions],
        rows: points.map((point) => [
          point.period,
          point.agencyName ?? point.agencyKey,
          point.articleCount,
          point.totalMentions,
        ]),
      }}
    >
      {points.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <Plot height={HEIGHT} hasLegend label={texts.entity.coverage} draw={draw} />
      )}
    </Chart>
  )
}
