import { useLocation } from 'preact-iso'
import { SearchOptionsDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { ChartPeriodContext } from '../../charts/chart-period.ts'
import { usePlot } from '../../charts/plot.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { ChangeCharts } from './change-charts.tsx'
import { ChangesFilters } from './changes-filters.tsx'
import { ChangeList } from './change-list.tsx'
import { readChanges, writeChanges, type ChangesState } from './changes-state.ts'

const words = texts.changes

/** What agencies edited and removed after its publication: filters, charts and the changes themselves. */
export function ChangesPage() {
  usePlot()
  useTitle(words.title)
  const { url, route } = useLocation()
  const state = readChanges(new URLSearchParams(url.split('?')[1]), toDay(new Date()))
  const options = useData(SearchOptionsDocument, {}).data
  const change = (values: Partial<ChangesState>) => route(writeChanges({ ...state, after: '', ...values }))
  const names = new Map(options?.agencies.map(({ code, label }) => [code, label]))
  const period = { from: state.from, to: state.to, path: writeChanges({ ...state, after: '' }) }
  return (
    <>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <ChangesFilters state={state} options={options} change={change} />
      <ChartPeriodContext.Provider value={period}>
        <ChangeCharts state={state} />
      </ChartPeriodContext.Provider>
      <ChangeList state={state} nameOf={(agency) => names.get(agency) ?? agency} />
      <section>
        <h2>{words.method}</h2>
        <p>{words.methodText}</p>
      </section>
    </>
  )
}
