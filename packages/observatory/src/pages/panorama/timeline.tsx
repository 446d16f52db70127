import { useCallback, useRef, useState } from 'preact/hooks'
import { formatCount, formatDay, toDay } from '../../format.ts'
import { DayField } from '../../frame/day-field.tsx'
import { texts } from '../../texts/texts.ts'
import { countAxis, fitTickLabels, fitTicks, formatAxisDay, spanOf } from '../../charts/axis-labels.ts'
import { addDays, type Days } from '../../charts/periods.ts'
import { Plot, type PlotModule } from '../../charts/plot.tsx'

export interface DayCount {
  /** As `2026-06-01`. */
  date: string
  count: number
}

const HEIGHT = 220
const MARGIN = { left: 40, right: 8 }

const midnight = (date: string) => new Date(`${date}T00:00:00Z`)
const noon = (date: string) => new Date(`${date}T12:00:00Z`)
/** Narrower days have no place for a line between their bars, in CSS pixels. */
const GAP_DAY_PX = 4

/** Bars from midnight to midnight. A day that has not ended is an outline. */
function drawDays(
  plot: PlotModule,
  days: readonly DayCount[],
  { inset, today }: { inset: number; today: string },
) {
  const place = {
    x1: ({ date }: DayCount) => midnight(date),
    x2: ({ date }: DayCount) => midnight(addDays(date, 1)),
    y: 'count',
    insetLeft: inset,
    insetRight: inset,
  }
  return [
    plot.rectY(
      days.filter(({ date }) => date < today),
      { ...place, fill: 'var(--accent)' },
    ),
    plot.rectY(
      days.filter(({ date }) => date >= today),
      { ...place, fill: 'none', stroke: 'var(--accent)', strokeDasharray: '3 2' },
    ),
  ]
}

function useDrawing(days: readonly DayCount[], range: Days | undefined, today: string) {
  return useCallback(
    (plot: PlotModule, width: number) => ({
      marginLeft: MARGIN.left,
      marginRight: MARGIN.right,
      x: {
        type: 'utc' as const,
        label: null,
        ticks: Math.min(12, fitTicks(width)),
        domain: spanOf({ from: days[0]!.date, to: days.at(-1)!.date }),
        tickFormat: fitTickLabels(width, formatAxisDay(days.length)),
      },
      y: {
        grid: true,
        label: null,
        zero: true,
        nice: true,
        ...countAxis(Math.max(...days.map(({ count }) => count))),
      },
      marks: [
        ...drawDays(plot, days, { inset: width / days.length < GAP_DAY_PX ? 0 : 0.5, today }),
        ...(range
          ? [
              plot.rectY([range], {
                x1: (r: Days) => midnight(r.from),
                x2: (r: Days) => midnight(addDays(r.to, 1)),
                y1: 0,
                y2: Math.max(...days.map(({ count }) => count)),
                fill: 'var(--mark)',
                fillOpacity: 0.35,
              }),
            ]
          : []),
        plot.ruleY([0], { stroke: 'var(--line)' }),
        plot.tip(
          days,
          plot.pointerX({
            x: ({ date }: DayCount) => noon(date),
            y: 'count',
            title: ({ date, count }: DayCount) => `${formatDay(date)}\n${formatCount(count)}`,
            fill: 'var(--surface)',
            stroke: 'var(--line)',
          }),
        ),
      ],
    }),
    [days, range, today],
  )
}

interface TimelineProps {
  days: readonly DayCount[]
  range: Days | undefined
  choose: (range: Days | undefined) => void
}

/** Articles per day. A drag over the picture, or the two fields below it, choose days. */
export function Timeline({ days, range, choose }: TimelineProps) {
  const area = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState<string>()
  const draw = useDrawing(days, range, toDay(new Date()))
  const dayAt = (clientX: number): string => {
    const box = area.current!.getBoundingClientRect()
    const share = (clientX - box.left - MARGIN.left) / (box.width - MARGIN.left - MARGIN.right)
    const position = Math.floor(share * days.length)
    return days[Math.min(days.length - 1, Math.max(0, position))]!.date
  }
  const drag = (event: PointerEvent) => {
    if (start === undefined) return
    const end = dayAt(event.clientX)
    if (end === start) return
    choose(start < end ? { from: start, to: end } : { from: end, to: start })
  }
  const first = days[0]!.date
  const last = days.at(-1)!.date
  return (
    <>
      <div
        ref={area}
        class="brush"
        onPointerDownCapture={(event) => {
          // Plot would fix its tip at this day and end the event before it arrives here.
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
          setStart(dayAt(event.clientX))
        }}
        onPointerMove={drag}
        onPointerUp={() => setStart(undefined)}
        onPointerCancel={() => setStart(undefined)}
      >
        <Plot height={HEIGHT} label={texts.panorama.perDay} draw={draw} />
      </div>
      <div class="day-range">
        <DayField
          label={texts.panorama.from}
          min={first}
          max={range?.to ?? last}
          value={range?.from ?? first}
          choose={(from) => choose({ from, to: range?.to ?? last })}
        />
        <DayField
          label={texts.panorama.to}
          min={range?.from ?? first}
          max={last}
          value={range?.to ?? last}
          choose={(to) => choose({ from: range?.from ?? first, to })}
        />
      </div>
    </>
  )
}
