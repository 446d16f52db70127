import { ThemesDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Bars } from '../../charts/bars.tsx'
import { Chart } from '../../charts/chart.tsx'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { labelOf } from './label-of.ts'

const DAYS = 30

/** The themes of the first level with their articles of the last 30 days. */
export function ThemesPage() {
  useTitle(texts.themes.title)
  const variables = { days: DAYS }
  const loaded = useData(ThemesDocument, variables)
  return (
    <>
      <h1>{texts.themes.title}</h1>
      <p class="lead">{texts.themes.lead}</p>
      <Ready loaded={loaded} lines={16}>
        {({ first, themes }) => (
          <Chart
            title={texts.themes.chart}
            fileName="temas"
            source={{ document: ThemesDocument, variables }}
            table={{
              columns: [texts.columns.code, texts.columns.theme, texts.columns.articles],
              rows: first.map(({ code, count }) => [code, labelOf(themes, code), count]),
            }}
          >
            <Bars
              bars={first.map(({ code, count }) => ({
                key: code,
                label: labelOf(themes, code),
                count,
                href: paths.theme(code),
              }))}
            />
          </Chart>
        )}
      </Ready>
    </>
  )
}
