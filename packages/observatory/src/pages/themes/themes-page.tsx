import { ThemesDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Ranking } from '../../charts/ranking.tsx'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { texts } from '../../texts/texts.ts'
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
          <Ranking
            kind="theme"
            title={texts.themes.chart}
            fileName="temas"
            source={{ document: ThemesDocument, variables }}
            rows={first.map(({ code, count }) => ({ key: code, label: labelOf(themes, code), count }))}
          />
        )}
      </Ready>
    </>
  )
}
