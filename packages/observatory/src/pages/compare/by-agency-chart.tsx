import { useMemo } from 'preact/hooks'
import { abbreviate } from '../../charts/axis-labels.ts'
import { Chart } from '../../charts/chart.tsx'
import type { Table } from '../../charts/csv.ts'
import { formatCount, formatFineShare } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { listAgencies, type AgencyNumbers, type AgencyRow, type Compared } from './compared.ts'
import type { Measure } from './compare-state.ts'
import type { CompareChartProps } from './over-time-chart.tsx'

const words = texts.compare
const AGENCIES = 12

const FORMATS: Record<Measure, (value: number) => string> = { count: formatCount, share: formatFineShare }
const OTHER: Record<Measure, Measure> = { count: 'share', share: 'count' }
const BEFORE = { count: 'beforeCount', share: 'beforeShare' } as const satisfies Record<
  Measure,
  keyof AgencyNumbers
>
const COLUMNS: Record<Measure, readonly [now: string, before: string]> = {
  count: [texts.columns.articles, words.columns.countBefore],
  share: [texts.columns.share, words.columns.shareBefore],
}

/** The chosen measure stands first, because a picture of the table draws the first number. */
function tabulate(rows: readonly AgencyRow[], compared: readonly Compared[], measure: Measure): Table {
  const measures = [measure, OTHER[measure]]
  const all = rows.flatMap(({ label, numbers }) =>
    numbers.map((number, at) => ({
      label,
      number,
      name: compared[at]?.name ?? '',
      colour: `--series-${at + 1}`,
    })),
  )
  return {
    columns: [texts.columns.agency, words.columns.question, ...measures.flatMap((one) => COLUMNS[one])],
    rows: all.map(({ label, name, number }) => [
      label,
      name,
      ...measures.flatMap((one) => [number[one], number[BEFORE[one]]]),
    ]),
    marks: all.map(({ label, name, colour }) => ({ label: `${abbreviate(label)} · ${name}`, colour })),
  }
}

interface AgencyBarsProps {
  rows: readonly AgencyRow[]
  compared: readonly Compared[]
  measure: Measure
}

/** Agencies as a list, each with a bar for each question: a picture that a phone and a screen reader can use as it is. */
function AgencyBars({ rows, compared, measure }: AgencyBarsProps) {
  const most = Math.max(0, ...rows.flatMap(({ numbers }) => numbers.map((number) => number[measure]))) || 1
  const format = FORMATS[measure]
  return (
    <ol class="compare-agencies unmarked">
      {rows.map(({ key, label, numbers }) => (
        <li key={key}>
          <h3>
            <a href={paths.agency(key)}>{label}</a>
          </h3>
          <ul class="unmarked">
            {numbers.map((number, at) => (
              <li key={at} style={{ '--question': `var(--series-${at + 1})` }}>
                <span class="unseen">{compared[at]?.name}: </span>
                <span class="bar-track" aria-hidden="true">
                  <span class="bar" style={{ width: `${(100 * number[measure]) / most}%` }} />
                </span>
                <span class="bar-count">
                  {format(number[measure])} ({FORMATS[OTHER[measure]](number[OTHER[measure]])});{' '}
                  {words.agencyBefore(format(number[BEFORE[measure]]))}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** The questions by agency, with the days before in each number. */
export function ByAgencyChart({ compared, measure, source }: CompareChartProps) {
  const rows = useMemo(() => listAgencies(compared, AGENCIES), [compared])
  return (
    <Chart
      title={words.byAgency}
      help={words.byAgencyHelp}
      fileName="comparacao-por-orgao"
      source={source}
      table={tabulate(rows, compared, measure)}
    >
      {rows.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <>
          <ul class="legend" aria-hidden="true">
            {compared.map(({ name }, at) => (
              <li key={name}>
                <span style={{ background: `var(--series-${at + 1})` }} />
                {name}
              </li>
            ))}
          </ul>
          <AgencyBars rows={rows} compared={compared} measure={measure} />
        </>
      )}
    </Chart>
  )
}
