import { useMemo } from 'preact/hooks'
import { formatAxisDay } from '../../charts/axis-labels.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { countDays, listPeriods, startOf } from '../../charts/periods.ts'
import { StepLines } from '../../charts/step-lines.tsx'
import { formatFineShare, toDay } from '../../format.ts'
import { joinSentences } from '../../frame/join-sentences.ts'
import { texts } from '../../texts/texts.ts'
import { listPoints, type Compared } from './compared.ts'
import type { Layout, Measure } from './compare-state.ts'

const words = texts.compare
const SHARES = { value: formatFineShare, tick: formatFineShare }

/** Writes the position of a period on the axis: "3ª semana". */
const writePosition =
  ({ granularity, axis }: Layout) =>
  (date: Date) => {
    const day = date.toISOString().slice(0, 10)
    const at = listPeriods(axis.from, axis.to, granularity).indexOf(startOf(day, granularity))
    return `${at + 1}${words.position[granularity]}`
  }

export interface CompareChartProps {
  compared: readonly Compared[]
  layout: Layout
  measure: Measure
  source: Source
}

/** The questions over time, as numbers or as parts of all articles of each period. */
export function OverTimeChart({ compared, layout, measure, source }: CompareChartProps) {
  const today = toDay(new Date())
  const { granularity, isAligned, axis } = layout
  const series = useMemo(
    () => ({
      points: listPoints(compared, layout, { measure, today }),
      names: compared.map(({ name }) => name),
    }),
    [compared, layout, measure, today],
  )
  const forms = useMemo(
    () => ({
      ...(measure === 'share' && SHARES),
      period: isAligned ? writePosition(layout) : formatAxisDay(countDays(axis.from, axis.to)),
    }),
    [measure, layout, isAligned, axis],
  )
  const counts = useMemo(
    () => listPoints(compared, layout, { measure: 'count', today }),
    [compared, layout, today],
  )
  const shares = useMemo(
    () => listPoints(compared, layout, { measure: 'share', today }),
    [compared, layout, today],
  )
  return (
    <Chart
      title={words.overTime}
      help={joinSentences([words.overTimeHelp[granularity], isAligned && words.aligned])}
      fileName="comparacao-no-tempo"
      source={source}
      partial={series.points.some(({ isPartial }) => isPartial) ? words.edges : undefined}
      table={{
        columns: [texts.columns.period, words.columns.question, texts.columns.articles, texts.columns.share],
        rows: counts.map(({ label, name, count }, at) => [label, name, count, shares[at]?.count]),
      }}
    >
      <StepLines
        label={words.overTime}
        series={series}
        granularity={granularity}
        bounds={{ ...axis, today }}
        forms={forms}
      />
    </Chart>
  )
}
