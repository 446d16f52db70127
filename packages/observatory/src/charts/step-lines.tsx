import { useCallback } from 'preact/hooks'
import type { Granularity } from '../api/generated/operations.ts'
import { formatCount, formatDay } from '../format.ts'
import {
  abbreviate,
  countAxis,
  fitTickLabels,
  fitTicks,
  formatAxisDay,
  shorten,
  spanOf,
} from './axis-labels.ts'
import type { SeriesPoint } from './fill-series.ts'
import { countDays, isIncomplete, nextStart, type Bounds } from './periods.ts'
import { Plot, type PlotModule } from './plot.tsx'
import { spreadLabels } from './spread-labels.ts'

const HEIGHT = 280
const MARGIN = { top: 14, bottom: 28, left: 36 }
/** More lines than this cannot be told apart; the others are grey. */
const STRONG_MAX = 5
const LABEL_PX = 14
/** From the end of the lines to the names, with the square before each. */
const LABEL_GAP_PX = 24
/** Of bold letters. */
const CHARACTER_PX = 7.4
const LABELS_MAX_PX = 200
const LABELS_MAX_SHARE = 0.38

/** How the values and periods of a picture are written. */
interface StepForms {
  value: (value: number) => string
  /** Values on the axis; absent for counts. */
  tick?: (value: number) => string
  /** Periods on the axis, by their first day. */
  period: (date: Date) => string
}

interface StepLinesProps {
  label: string
  /** Every series at every period. The first five are strong. */
  series: { points: readonly SeriesPoint[]; names: readonly string[] }
  granularity: Granularity
  bounds: Bounds
  /** For other values than counts, and other periods than days of the calendar. Must be stable between renders. */
  forms?: Partial<StepForms>
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

/** The space for the names at the ends of lines, and how many characters fit into it. */
function fitNames(labels: readonly SeriesPoint[], width: number) {
  const longest = Math.max(0, ...labels.map(({ name }) => abbreviate(name).length))
  const marginRight = Math.min(longest * CHARACTER_PX + LABEL_GAP_PX, LABELS_MAX_PX, width * LABELS_MAX_SHARE)
  return { marginRight, characters: Math.max(6, Math.floor((marginRight - LABEL_GAP_PX) / CHARACTER_PX)) }
}

/** Space above the greatest value. An axis of zeros alone ends at 1. */
const HEADROOM = 1.05

type Drawing = Pick<StepLinesProps, 'series' | 'granularity' | 'bounds'> & { forms: StepForms }

/** The axis of time, with room for the names at the ends of lines. */
function timeAxis({ bounds, forms }: Drawing, width: number) {
  return {
    type: 'utc' as const,
    label: null,
    ticks: Math.min(6, fitTicks(width)),
    domain: spanOf(bounds),
    clamp: true,
    tickFormat: fitTickLabels(width, forms.period),
  }
}

/** The options of the picture for a width in CSS pixels. */
function drawLines(plot: PlotModule, width: number, drawing: Drawing) {
  const { series, granularity, bounds, forms } = drawing
  const { points, names } = series
  const x = ({ period }: SeriesPoint) => middleOf(period, granularity)
  const end = () => spanOf(bounds)[1]
  const stroke = ({ name }: SeriesPoint) => colourOf(names, name)
  const isPartial = (point: SeriesPoint) => point.isPartial ?? isIncomplete(point.period, granularity, bounds)
  // The first series is drawn last, over the others.
  const whole = points.filter((point) => !isPartial(point)).toReversed()
  const top = (Math.max(0, ...points.map(({ count }) => count)) || 1) * HEADROOM
  const last = Map.groupBy(whole.length === 0 ? points : whole, ({ name }) => name)
  const ends = [...last.values()].flatMap(
    (all) => all.toSorted((a, b) => b.period.localeCompare(a.period))[0] ?? [],
  )
  const labels = placeLabels(names, ends, top)
  const { marginRight, characters } = fitNames(labels, width)
  const title = ({ name, period, label, count }: SeriesPoint) =>
    `${name}\n${label ?? formatDay(period)}: ${forms.value(count)}`
  return {
    marginLeft: MARGIN.left,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    marginRight,
    x: timeAxis(drawing, width - marginRight),
    y: {
      grid: true,
      label: null,
      domain: [0, top],
      ...(forms.tick ? { tickFormat: forms.tick } : countAxis(top)),
    },
    marks: [
      plot.ruleY([0], { stroke: 'var(--line)' }),
      plot.lineY(whole, { x, y: 'count', z: 'name', stroke, strokeWidth: 2, curve: 'step' as const }),
      plot.dot(points.filter(isPartial), { x, y: 'count', stroke, fill: 'var(--surface)', r: 3.5 }),
      plot.dot(labels, { x: end, y: 'place', dx: 9, symbol: 'square' as const, fill: stroke, r: 4 }),
      plot.text(labels, {
        x: end,
        y: 'place',
        dx: 17,
        textAnchor: 'start' as const,
        fill: 'var(--ink)',
        fontWeight: 600,
        text: ({ name }: SeriesPoint) => shorten(abbreviate(name), characters),
      }),
      plot.tip(points, plot.pointer({ x, y: 'count', title, fill: 'var(--surface)', stroke: 'var(--line)' })),
    ],
  }
}

/**
 * Values over time, one stepped line for each series: at most five in colours, with their names at their ends, the others
 * grey. A period that is not complete is an open circle, and no line leads to it.
 */
export function StepLines({ label, series, granularity, bounds, forms }: StepLinesProps) {
  const { points, names } = series
  const { from, to, today } = bounds
  const draw = useCallback(
    (plot: PlotModule, width: number) =>
      drawLines(plot, width, {
        series: { points, names },
        granularity,
        bounds: { from, to, today },
        forms: {
          value: formatCount,
          period: formatAxisDay(countDays(from, to)),
          ...forms,
        },
      }),
    [points, names, granularity, from, to, today, forms],
  )
  return <Plot height={HEIGHT} label={label} draw={draw} />
}
