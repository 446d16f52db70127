import { useRoute } from 'preact-iso'
import { API_URL } from '../../api/client.ts'
import { ThemeProfileDocument, type ThemeProfileQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import type { Source } from '../../charts/chart.tsx'
import { Ranking } from '../../charts/ranking.tsx'
import { ArticleList } from '../../frame/article-card.tsx'
import { KeyNumbers } from '../../frame/key-numbers.tsx'
import { Missing } from '../../frame/missing.tsx'
import { ReadyPage } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { daysBefore, formatCount } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { ReceiveByEmail } from '../alerts/receive-by-email.tsx'
import { labelOf } from './label-of.ts'

const DAYS = 30

interface PartsProps {
  code: string
  counts: ThemeProfileQuery['second']
  themes: ThemeProfileQuery['themeTree']
  source: Source
}

function Parts({ code, counts, themes, source }: PartsProps) {
  const parts = counts.filter((part) => part.code.startsWith(`${code}.`))
  if (parts.length === 0) return null
  const rows = parts.map((part) => ({ key: part.code, label: labelOf(themes, part.code), count: part.count }))
  return <Ranking kind="theme" title={texts.theme.parts} fileName="subtemas" source={source} rows={rows} />
}

/** Returns the codes of the themes above one: `03` and `03.02` of `03.02.01`. */
const parentsOf = (code: string) =>
  code
    .split('.')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('.'))

interface ProfileProps {
  code: string
  label: string
  profile: ThemeProfileQuery
  source: Source
}

function Profile({ code, label, profile: { all, latest, recent, second, themeTree }, source }: ProfileProps) {
  const filter = new URLSearchParams({ themes: code })
  return (
    <>
      <p class="card-meta">
        <a href={paths.themes}>{texts.themes.title}</a>
        {parentsOf(code).map((parent) => (
          <a key={parent} href={paths.theme(parent)}>
            {labelOf(themeTree, parent)}
          </a>
        ))}
      </p>
      <h1>{label}</h1>
      <p class="card-meta">
        <a href={`${paths.search}?${filter}`}>{texts.theme.search}</a>
        <a href={`${API_URL}/feeds/articles.rss?${filter}`}>{texts.search.rss}</a>
      </p>
      <ReceiveByEmail selection={{ themes: [code] }} />
      <KeyNumbers
        numbers={[
          [texts.theme.recent(recent.found), formatCount(recent.found)],
          [texts.theme.all(all.found), formatCount(all.found)],
        ]}
      />
      <Parts code={code} counts={second} themes={themeTree} source={source} />
      <h2>{texts.panorama.latest}</h2>
      <ArticleList articles={latest.articles} />
    </>
  )
}

/** One theme: its volume, its parts and its latest articles. */
export function ThemePage() {
  const { params } = useRoute()
  const code = params['code'] ?? ''
  const variables = { themes: [code], startDate: daysBefore(new Date(), DAYS - 1) }
  const loaded = useData(ThemeProfileDocument, variables)
  const label = loaded.data?.themeTree.find((theme) => theme.code === code)?.label
  useTitle(label ?? texts.themes.title)
  return (
    <ReadyPage loaded={loaded} lines={16}>
      {(profile) =>
        label === undefined ? (
          <Missing title={texts.theme.missing} href={paths.themes} to={texts.nav.themes} />
        ) : (
          <Profile
            code={code}
            label={label}
            profile={profile}
            source={{ document: ThemeProfileDocument, variables }}
          />
        )
      }
    </ReadyPage>
  )
}
