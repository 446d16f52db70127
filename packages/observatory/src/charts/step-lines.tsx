import { useCallback } from 'preact/hooks'
import type { Granularity } from '../api/generated/operations.ts'
import { formatCount, formatDay } from '../format.ts'
import { abbreviate, fitTickLabels, fitTicks, formatAxisDay, shorten } from './axis-labels.ts'
import type { SeriesPoint } from './fill-series.ts'
import { addDays, countDays, isIncomplete, nextStart, type Bounds } from './periods.ts'
import { Plot, type PlotModule } from './plot.tsx'
import { spreadLabels } from './spread-labels.ts'

const HEIGHT = 280
const MARGIN = { top: 14, bottom: 28, left: 36 }
/** More lines than this cannot be told apart; the others are grey. */
const STRONG_MAX = 5
const LABEL_PX = 14
const CHARACTER_PX = 6.6
const LABELS_MAX_PX = 200
const LABELS_MAX_SHARE = 0.38

interface StepLinesProps {
  label: string
  /** Every series at every period, the greatest series first. */
  series: { points: readonly SeriesPoint[]; names: readonly string[] }
  granularity: Granularity
  bounds: Bounds
}

const colourOf = (names: readonly string[], name: string) => {
  const at = names.indexOf(name)
  return at < STRONG_MAX ? `var(--series-${at + 1})` : 'var(--series-others)'
}

/** The middle of a period, over which its step stands. */
function middleOf(start: string, granularity: Granularity): Date {
  const days = countDays(start, nextStart(start, granularity)) - 1
  return new Date(Date.parse(`${start}T00:00:00Z`) + (days * 86_400_000) / 2)
}

/** The names of the strong series beside their last whole period, moved apart. */
function placeLabels(names: readonly string[], lasts: readonly SeriesPoint[], top: number) {
  const strong = names
    .slice(0, STRONG_MAX)
    .flatMap((name) => lasts.find((point) => point.name === name) ?? [])
  const gap = (LABEL_PX * top) / (HEIGHT - MARGIN.top - MARGIN.bottom)
  const places = spreadLabels(
    strong.map(({ count }) => count),
    gap,
  )
  return strong.map((point, at) => ({ ...point, place: places[at] ?? 0 }))
}

/**
 * Counts over time, one stepped line for each series: at most five in colours, with their names at their ends, the others
 * grey. Periods that are not complete are rings that no line reaches.
 */
export function StepLines({ label, series: { points, names }, granularity, bounds }: StepLinesProps) {
  const { from, to, today } = bounds
  const draw = useCallback(
    (plot: PlotModule, width: number) => {
      const x = ({ period }: SeriesPoint) => middleOf(period, granularity)
      const stroke = ({ name }: SeriesPoint) => colourOf(names, name)
      const isPartial = ({ period }: SeriesPoint) => isIncomplete(period, granularity, { from, to, today })
      // The first series is drawn last, over the others.
      const whole = points.filter((point) => !isPartial(point)).toReversed()
      const top = Math.max(1, ...points.map(({ count }) => count)) * 1.05
      const last = whole.reduce((latest, { period }) => (period > latest ? period : latest), '')
      const labels = placeLabels(
        names,
        (last === '' ? points : whole).filter(({ period }) => last === '' || period === last),
        top,
      )
      const longest = Math.max(0, ...labels.map(({ name }) => abbreviate(name).length))
      const marginRight = Math.min(longest * CHARACTER_PX + 16, LABELS_MAX_PX, width * LABELS_MAX_SHARE)
      const characters = Math.max(6, Math.floor((marginRight - 16) / CHARACTER_PX))
      const title = ({ name, period, count }: SeriesPoint) =>
        `${name}\n${formatDay(period)}: ${formatCount(count)}`
      return {
        marginLeft: MARGIN.left,
        marginTop: MARGIN.top,
        marginBottom: MARGIN.bottom,
        marginRight,
        x: {
          type: 'utc' as const,
          label: null,
          ticks: Math.min(6, fitTicks(width - marginRight)),
          domain: [new Date(`${from}T00:00:00Z`), new Date(`${addDays(to, 1)}T00:00:00Z`)],
          clamp: true,
          tickFormat: fitTickLabels(width - marginRight, formatAxisDay(countDays(from, to))),
        },
        y: { grid: true, label: null, domain: [0, top] },
        marks: [
          plot.ruleY([0], { stroke: 'var(--line)' }),
          plot.lineY(whole, {
            x,
            y: 'count',
            z: 'name',
            stroke,
            strokeWidth: 2,
            curve: 'step' as const,
          }),
          plot.dot(points.filter(isPartial), { x, y: 'count', stroke, fill: 'var(--surface)', r: 3.5 }),
          plot.text(labels, {
            x: () => new Date(`${addDays(to, 1)}T00:00:00Z`),
            y: 'place',
            dx: 8,
            textAnchor: 'start' as const,
            fill: stroke,
            fontWeight: 600,
            text: ({ name }: SeriesPoint) => shorten(abbreviate(name), characters),
          }),
          plot.tip(
            points,
            plot.pointer({ x, y: 'count', title, fill: 'var(--surface)', stroke: 'var(--line)' }),
          ),
        ],
      }
    },
    [points, names, granularity, from, to, today],
  )
  return <Plot height={HEIGHT} label={label} draw={draw} />
}
