import type { PlotOptions } from '@observablehq/plot'
import { useCallback, useMemo } from 'preact/hooks'
import {
  AgencyMeasuresDocument,
  type AgencyMeasuresQuery,
  type PanoramaQuery,
} from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { Plot, type PlotModule } from '../../charts/plot.tsx'
import { Ready } from '../../frame/states.tsx'
import { formatCount, formatShare } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import type { Period } from './period.ts'
import { ROW_HEIGHT, rowsOf, type Measured } from './measured-rows.ts'
import { mergePeriods, type AgencyMeasure } from './merge-periods.ts'
import { ThemeMatrix } from './theme-matrix.tsx'

const AGENCIES = 12
/** Space for a number of articles beside a bar, in CSS pixels. */
const COUNT_PX = 48
/** A narrower part of a bar has no place for its share; the table has it. */
const SHARE_PX = 40
/** The colour of a share on its part of a bar: contrast of at least 4.5 in both themes. */
const inkOn = ({ part }: { part: string }) => (part === texts.panorama.other ? 'var(--on-neutral)' : '#000')

/** A part of a bar: its share, and where it begins. */
interface TonePart {
  name: string
  part: string
  from: number
  share: number
}

const partsOf = ({ name, positive, negative }: AgencyMeasure): TonePart[] => [
  { name, part: texts.panorama.negative, from: 0, share: negative },
  { name, part: texts.panorama.other, from: negative, share: Math.max(0, 1 - positive - negative) },
  { name, part: texts.panorama.positive, from: 1 - positive, share: positive },
]

/** Draws a bar for each agency, with the share of each tone where it has place, and the number of articles beside it. */
function drawTones(plot: PlotModule, width: number, measures: readonly AgencyMeasure[]): PlotOptions {
  const parts = measures.flatMap(partsOf)
  const rows = rowsOf(measures, width)
  const barPx = width - rows.marginLeft - COUNT_PX
  return {
    ...rows,
    marginRight: COUNT_PX,
    x: { label: null, domain: [0, 1], tickFormat: (share: number) => formatShare(share) },
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
      plot.text(
        parts.filter(({ share }) => share * barPx >= SHARE_PX),
        {
          x: ({ from, share }) => from + share / 2,
          y: 'name',
          fill: inkOn,
          fontSize: 11,
          text: ({ share }) => formatShare(share),
        },
      ),
      plot.text(measures, {
        x: 1,
        y: 'name',
        dx: 6,
        textAnchor: 'start',
        fill: 'var(--ink)',
        text: ({ articles }) => formatCount(articles),
      }),
    ],
  }
}

function Sentiment({ measures, source }: Measured) {
  const draw = useCallback((plot: PlotModule, width: number) => drawTones(plot, width, measures), [measures])
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
        plot.text(read, {
          x: 'flesch',
          y: 'name',
          dx: 16,
          fill: 'var(--ink)',
          text: ({ flesch }) => String(Math.round(flesch ?? 0)),
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
      <ThemeMatrix measures={measures} source={source} />
    </>
  )
}
