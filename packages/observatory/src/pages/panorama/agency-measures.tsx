import { useCallback, useMemo } from 'preact/hooks'
import {
  AgencyMeasuresDocument,
  type AgencyMeasuresQuery,
  type PanoramaQuery,
} from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { fitRowLabels, shorten } from '../../charts/axis-labels.ts'
import { Plot, type PlotModule } from '../../charts/plot.tsx'
import { Ready } from '../../frame/states.tsx'
import { formatShare } from '../../format.ts'
import { texts } from '../../texts.ts'
import type { Period } from './period.ts'
import { mergePeriods, type AgencyMeasure } from './merge-periods.ts'

const AGENCIES = 12
const ROW_HEIGHT = 26
const THEME_CHARACTERS = 24
/** Narrower columns have no place for their names. */
const MATRIX_PX = 640

/** The options of a plot with a row for each agency. */
function rowsOf(measures: readonly AgencyMeasure[], width: number) {
  const domain = measures.map(({ name }) => name)
  const { marginLeft, tickFormat } = fitRowLabels(domain, width)
  return { marginLeft, y: { label: null, domain, tickFormat } }
}

type Measured = { measures: readonly AgencyMeasure[]; source: Source }

function Sentiment({ measures, source }: Measured) {
  const parts = useMemo(
    () =>
      measures.flatMap(({ name, positive, negative }) => [
        { name, part: texts.panorama.negative, share: negative },
        { name, part: texts.panorama.other, share: Math.max(0, 1 - positive - negative) },
        { name, part: texts.panorama.positive, share: positive },
      ]),
    [measures],
  )
  const draw = useCallback(
    (plot: PlotModule, width: number) => ({
      ...rowsOf(measures, width),
      x: { label: null, tickFormat: (share: number) => formatShare(share) },
      color: {
        domain: [texts.panorama.negative, texts.panorama.other, texts.panorama.positive],
        range: ['var(--negative)', 'var(--neutral)', 'var(--positive)'],
        legend: true,
      },
      marks: [
        plot.barX(parts, {
          x: 'share',
          y: 'name',
          fill: 'part',
          title: ({ part, share }) => `${part}: ${formatShare(share)}`,
          inset: 1,
        }),
      ],
    }),
    [measures, parts],
  )
  return (
    <Chart
      title={texts.panorama.sentiment}
      help={texts.panorama.sentimentHelp}
      fileName="tom-por-orgao"
      source={source}
      table={{
        columns: [
          texts.columns.agency,
          texts.columns.articles,
          texts.columns.positive,
          texts.columns.negative,
        ],
        rows: measures.map(({ name, articles, positive, negative }) => [name, articles, positive, negative]),
      }}
    >
      <Plot
        height={measures.length * ROW_HEIGHT + 60}
        hasLegend
        label={texts.panorama.sentiment}
        draw={draw}
      />
    </Chart>
  )
}

function Readability({ measures, source }: Measured) {
  const read = useMemo(() => measures.filter(({ flesch }) => flesch !== undefined), [measures])
  const draw = useCallback(
    (plot: PlotModule, width: number) => ({
      ...rowsOf(read, width),
      x: { label: null, domain: [0, 100], grid: true },
      marks: [
        plot.ruleY(read, { y: 'name', x1: 0, x2: 'flesch', stroke: 'var(--line)' }),
        plot.dot(read, {
          x: 'flesch',
          y: 'name',
          fill: 'var(--accent)',
          r: 5,
          title: ({ flesch }) => String(Math.round(flesch ?? 0)),
        }),
      ],
    }),
    [read],
  )
  return (
    <Chart
      title={texts.panorama.readability}
      help={texts.panorama.readabilityHelp}
      fileName="leitura-por-orgao"
      source={source}
      table={{
        columns: [texts.columns.agency, texts.columns.flesch],
        rows: read.map(({ name, flesch }) => [name, flesch]),
      }}
    >
      <Plot height={read.length * ROW_HEIGHT + 40} label={texts.panorama.readability} draw={draw} />
    </Chart>
  )
}

function Matrix({ measures, source }: Measured) {
  const cells = useMemo(
    () =>
      measures.flatMap(({ name, articles, themes }) =>
        themes.map(({ label, count }) => ({
          name,
          theme: label,
          count,
          share: count / Math.max(1, articles),
        })),
      ),
    [measures],
  )
  const draw = useCallback(
    (plot: PlotModule, width: number) => ({
      ...rowsOf(measures, width),
      marginTop: 130,
      marginRight: 90,
      x: {
        label: null,
        axis: 'top' as const,
        tickRotate: -40,
        tickFormat: (theme: string) => shorten(theme, THEME_CHARACTERS),
      },
      marks: [
        plot.cell(cells, {
          x: 'theme',
          y: 'name',
          fill: 'var(--accent)',
          fillOpacity: ({ share }) => 0.15 + 0.85 * share,
          inset: 1,
          title: ({ name, theme, count, share }) => `${name}\n${theme}: ${count} (${formatShare(share)})`,
        }),
      ],
    }),
    [cells, measures],
  )
  return (
    <Chart
      title={texts.panorama.matrix}
      help={texts.panorama.matrixHelp}
      fileName="orgaos-e-temas"
      source={source}
      table={{
        columns: [
          texts.columns.agency,
          texts.columns.theme,
          texts.columns.articles,
          texts.columns.agencyShare,
        ],
        rows: cells.map(({ name, theme, count, share }) => [name, theme, count, share]),
      }}
    >
      <Plot
        height={measures.length * ROW_HEIGHT + 150}
        minWidth={MATRIX_PX}
        label={texts.panorama.matrix}
        draw={draw}
      />
    </Chart>
  )
}

interface AgencyMeasuresProps {
  agencies: PanoramaQuery['agencies']['items']
  period: Period
}

/** Sentiment, readability and themes of the agencies that published most. */
export function AgencyMeasures({ agencies, period }: AgencyMeasuresProps) {
  const keys = agencies.slice(0, AGENCIES).map(({ key }) => key)
  const variables = {
    agencies: keys,
    dateFrom: period.from,
    dateTo: period.to,
    granularity: 'MONTH' as const,
  }
  const source = { document: AgencyMeasuresDocument, variables }
  const loaded = useData(AgencyMeasuresDocument, variables, { pause: keys.length === 0 })
  if (keys.length === 0) return null
  return (
    <Ready loaded={loaded} lines={12}>
      {({ agencyAnalytics }) => <MeasureCharts rows={agencyAnalytics} source={source} />}
    </Ready>
  )
}

function MeasureCharts({ rows, source }: { rows: AgencyMeasuresQuery['agencyAnalytics']; source: Source }) {
  const measures = useMemo(() => mergePeriods(rows), [rows])
  return (
    <>
      <div class="columns">
        <Sentiment measures={measures} source={source} />
        <Readability measures={measures} source={source} />
      </div>
      <Matrix measures={measures} source={source} />
    </>
  )
}
