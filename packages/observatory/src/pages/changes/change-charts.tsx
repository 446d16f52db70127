import { useMemo } from 'preact/hooks'
import {
  ChangesByAgencyDocument,
  ChangesOverTimeDocument,
  type ChangesByAgencyQuery,
  type ChangesOverTimeQuery,
} from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Bars } from '../../charts/bars.tsx'
import { Chart, type Source } from '../../charts/chart.tsx'
import { fillSeries } from '../../charts/fill-series.ts'
import { chooseGranularity, countDays, listPeriods } from '../../charts/periods.ts'
import { StepLines } from '../../charts/step-lines.tsx'
import { Ready } from '../../frame/states.tsx'
import { toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { toArguments, writeChanges, type ChangesState } from './changes-state.ts'

const words = texts.changes

type Agencies = ChangesByAgencyQuery['articleChangeCounts']

/** The counts of each of the first five agencies, in their order. */
const listCounts = ({ first, second, third, fourth, fifth }: ChangesOverTimeQuery) =>
  [first, second, third, fourth, fifth].filter((counts) => counts !== undefined)

interface OverTimeProps {
  state: ChangesState
  agencies: Agencies
}

/** Changes per day, week or month, one line for each of the first five agencies. */
function OverTime({ state, agencies }: OverTimeProps) {
  const granularity = chooseGranularity(countDays(state.from, state.to))
  const keyOf = (position: number) => agencies[position]?.key ?? ''
  const variables = {
    ...toArguments(state),
    themes: state.theme === '' ? null : [state.theme],
    by: granularity,
    agency1: keyOf(0),
    agency2: keyOf(1),
    agency3: keyOf(2),
    agency4: keyOf(3),
    agency5: keyOf(4),
    has2: agencies.length > 1,
    has3: agencies.length > 2,
    has4: agencies.length > 3,
    has5: agencies.length > 4,
  }
  const loaded = useData(ChangesOverTimeDocument, variables)
  return (
    <Ready loaded={loaded} lines={7}>
      {(answer) => (
        <Lines
          state={state}
          agencies={agencies}
          answer={answer}
          source={{ document: ChangesOverTimeDocument, variables }}
        />
      )}
    </Ready>
  )
}

function Lines({
  state: { from, to },
  agencies,
  answer,
  source,
}: OverTimeProps & { answer: ChangesOverTimeQuery; source: Source }) {
  const granularity = chooseGranularity(countDays(from, to))
  const series = useMemo(() => {
    const points = listCounts(answer).flatMap((counts, position) =>
      counts.map(({ key, count }) => ({ period: key, name: agencies[position]?.label ?? '', count })),
    )
    return fillSeries(points, listPeriods(from, to, granularity))
  }, [answer, agencies, from, to, granularity])
  return (
    <Chart
      title={words.overTime}
      help={words.overTimeHelp}
      fileName="mudancas-no-tempo"
      source={source}
      partial={texts.panorama.edges[granularity]}
      table={{
        columns: [texts.columns.period, texts.columns.agency, words.changes],
        rows: series.points.map(({ period, name, count }) => [period, name, count]),
      }}
    >
      <StepLines
        label={words.overTime}
        series={series}
        granularity={granularity}
        bounds={{ from, to, today: toDay(new Date()) }}
      />
    </Chart>
  )
}

/** Changes by agency, and over time. */
export function ChangeCharts({ state }: { state: ChangesState }) {
  const variables = {
    ...toArguments(state),
    agencies: state.agency === '' ? null : [state.agency],
    themes: state.theme === '' ? null : [state.theme],
  }
  const loaded = useData(ChangesByAgencyDocument, variables)
  return (
    <Ready loaded={loaded} lines={10}>
      {({ articleChangeCounts: agencies }) =>
        agencies.length === 0 ? null : (
          <div class="columns">
            <OverTime state={state} agencies={agencies} />
            <Chart
              title={words.byAgency}
              help={words.byAgencyHelp}
              fileName="mudancas-por-orgao"
              source={{ document: ChangesByAgencyDocument, variables }}
              table={{
                columns: [texts.columns.key, texts.columns.agency, words.changes],
                rows: agencies.map(({ key, label, count }) => [key, label, count]),
              }}
            >
              <Bars
                bars={agencies.map(({ key, label, count }) => ({
                  key,
                  label,
                  count,
                  href: writeChanges({ ...state, agency: key, after: '' }),
                }))}
              />
            </Chart>
          </div>
        )
      }
    </Ready>
  )
}
