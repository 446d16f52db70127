import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { SearchOptionsDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { ChartPeriodContext } from '../../charts/chart-period.ts'
import { usePlot } from '../../charts/plot.tsx'
import { Fold } from '../../frame/fold.tsx'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { ByAgencyChart } from './by-agency-chart.tsx'
import { CompareForm } from './compare-form.tsx'
import { daysOf, readCompare, writeCompare, type CompareState } from './compare-state.ts'
import { OverTimeChart } from './over-time-chart.tsx'
import { QuestionCards } from './question-cards.tsx'
import { useCompared } from './use-compared.ts'

const words = texts.compare

function Answers({
  state,
  today,
  includesToday,
}: {
  state: CompareState
  today: string
  includesToday: boolean
}) {
  const { loaded, layout, source } = useCompared(state, today)
  return (
    <Ready loaded={loaded} lines={16}>
      {(compared) => {
        const chart = { compared, layout, measure: state.measure, source }
        return (
          <>
            <QuestionCards questions={state.questions} compared={compared} />
            {includesToday && (
              <p class="partial">
                <strong>{texts.chart.partial}</strong> {words.today}
              </p>
            )}
            <OverTimeChart {...chart} />
            <ByAgencyChart {...chart} />
          </>
        )
      }}
    </Ready>
  )
}

/**
 * Compares up to five questions, over time and by agency, each with the days before. The address of the page is a permanent
 * link to what it shows.
 */
export function ComparePage() {
  usePlot()
  useTitle(words.title)
  const { url, route } = useLocation()
  const today = toDay(new Date())
  const query = url.split('?')[1] ?? ''
  const state = useMemo(() => readCompare(new URLSearchParams(query), today), [query, today])
  const options = useData(SearchOptionsDocument, {})
  const change = (values: Partial<CompareState>) => {
    // `state` belongs to the last render. A field that changed after it is in the address already.
    const current = readCompare(new URLSearchParams(location.search), today)
    route(writeCompare({ ...current, ...values }))
  }
  const all = state.questions.map((question) => daysOf(question, state.days, today))
  const from = all.reduce((first, days) => (days.from < first ? days.from : first), today)
  const to = all.reduce((last, days) => (days.to > last ? days.to : last), '')
  return (
    <>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <Fold title={words.fold}>
        <CompareForm state={state} options={options.data} today={today} change={change} />
      </Fold>
      <ChartPeriodContext.Provider value={{ from, to, path: writeCompare(state) }}>
        <Answers state={state} today={today} includesToday={to >= today} />
      </ChartPeriodContext.Provider>
    </>
  )
}
