import { useCallback, useMemo } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { API_URL } from '../../api/client.ts'
import { AgencyProfileDocument, type AgencyProfileQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { fitTickLabels } from '../../charts/axis-labels.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { Ranking } from '../../charts/ranking.tsx'
import { TrendingThemes } from '../../charts/trending-themes.tsx'
import { Plot, usePlot, type PlotModule } from '../../charts/plot.tsx'
import { ArticleList } from '../../frame/article-card.tsx'
import { KeyNumbers } from '../../frame/key-numbers.tsx'
import { Missing } from '../../frame/missing.tsx'
import { ReadyPage } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { daysBefore, formatCount, formatDecimal, formatMonth, formatShare, toDay } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { ReceiveByEmail } from '../alerts/receive-by-email.tsx'
import { describeRhythm } from '../freshness/describe-freshness.ts'
import { mergePeriods } from '../panorama/merge-periods.ts'

const DAYS = 365
const HEIGHT = 200

type Month = AgencyProfileQuery['months'][number]

/** The middle of a month, so that its bar stands over it. */
const middleOf = (period: string) => new Date(`${period.slice(0, 7)}-15T12:00:00Z`)

const isUnfinished = (period: string) => period.slice(0, 7) === toDay(new Date()).slice(0, 7)

function Months({ months, source }: { months: readonly Month[]; source: Source }) {
  const draw = useCallback(
    (plot: PlotModule, width: number) => ({
      x: {
        type: 'band' as const,
        label: null,
        tickFormat: fitTickLabels(width, (period: string) => formatMonth(middleOf(period))),
      },
      y: { grid: true, label: null },
      marks: [
        plot.barY(months, {
          x: 'period',
          y: 'articleCount',
          fill: 'var(--accent)',
          fillOpacity: ({ period }: Month) => (isUnfinished(period) ? 0.3 : 1),
          stroke: 'var(--accent)',
          strokeDasharray: '3 2',
          strokeOpacity: ({ period }: Month) => (isUnfinished(period) ? 1 : 0),
          inset: 1,
          title: ({ period, articleCount }: Month) =>
            `${formatMonth(middleOf(period))}: ${formatCount(articleCount)}`,
        }),
        plot.ruleY([0], { stroke: 'var(--line)' }),
      ],
    }),
    [months],
  )
  const last = months.at(-1)
  return (
    <Chart
      title={texts.agency.months}
      fileName="noticias-por-mes"
      source={source}
      partial={last && isUnfinished(last.period) ? texts.agency.thisMonth : undefined}
      table={{
        columns: [
          texts.columns.month,
          texts.columns.articles,
          texts.columns.positive,
          texts.columns.negative,
          texts.columns.flesch,
          texts.columns.words,
        ],
        rows: months.map((month) => [
          month.period,
          month.articleCount,
          month.pctPositive,
          month.pctNegative,
          month.avgReadabilityFlesch,
          month.avgWordCount,
        ]),
      }}
    >
      <Plot height={HEIGHT} label={texts.agency.months} draw={draw} />
    </Chart>
  )
}

function Measures({ months }: { months: readonly Month[] }) {
  const [measure] = useMemo(() => mergePeriods(months), [months])
  if (!measure) return <p>{texts.nothing}</p>
  const words = texts.agency
  const numbers = [
    [words.year(measure.articles), formatCount(measure.articles)],
    [texts.panorama.positive, formatShare(measure.positive)],
    [texts.panorama.negative, formatShare(measure.negative)],
    [words.flesch, measure.flesch === undefined ? '–' : formatDecimal(measure.flesch)],
  ] as const
  return <KeyNumbers numbers={numbers} />
}

/** Whether the agency publishes as usual, with a link to how that is measured. */
function Rhythm({ freshness }: { freshness: AgencyProfileQuery['freshness'][number] }) {
  const { state, silentDays } = freshness
  const words = texts.freshness
  return (
    <p class="rhythm-line">
      <span class={`state state-${state.toLowerCase()}`}>{words.states[state]}</span>{' '}
      {typeof silentDays === 'number' ? words.silent(silentDays) : words.never}; {describeRhythm(freshness)}.{' '}
      <a href={paths.freshness}>{words.compare}</a>
    </p>
  )
}

interface ProfileProps {
  agency: string
  name: string
  profile: AgencyProfileQuery
  source: Source
}

function Profile({ agency, name, profile, source }: ProfileProps) {
  const { latest } = profile
  const [freshness] = profile.freshness
  const filter = new URLSearchParams({ agencies: agency })
  return (
    <>
      <h1>{name}</h1>
      <p class="card-meta">
        <a href={`${paths.search}?${filter}`}>{texts.agency.search}</a>
        <a href={`${API_URL}/feeds/articles.rss?${filter}`}>{texts.search.rss}</a>
      </p>
      <ReceiveByEmail selection={{ agencies: [agency] }} />
      {freshness && <Rhythm freshness={freshness} />}
      {latest.found === 0 ? <p>{texts.agency.silent}</p> : <Measured profile={profile} source={source} />}
    </>
  )
}

/** What an agency with news publishes. */
function Measured({
  profile: { months, themes, trendingThemes, latest },
  source,
}: Pick<ProfileProps, 'profile' | 'source'>) {
  return (
    <>
      <Measures months={months} />
      <Months months={months} source={source} />
      <div class="columns">
        <Ranking
          kind="theme"
          title={texts.agency.themes}
          help={texts.agency.themesHelp}
          fileName="temas-do-orgao"
          source={source}
          rows={themes.items}
        />
        <TrendingThemes
          title={texts.agency.growing}
          fileName="temas-em-alta-do-orgao"
          themes={trendingThemes}
          source={source}
        />
      </div>
      <h2>{texts.panorama.latest}</h2>
      <ArticleList articles={latest.articles} />
    </>
  )
}

/** What one agency publishes: how much, about what, in which tone, and its latest articles. */
export function AgencyPage() {
  usePlot()
  const { params } = useRoute()
  const agency = params['key'] ?? ''
  const now = new Date()
  const variables = { agency, agencies: [agency], dateFrom: daysBefore(now, DAYS), dateTo: toDay(now) }
  const loaded = useData(AgencyProfileDocument, variables)
  const { data } = loaded
  // The catalogue of the filters has only agencies with news.
  const name = data?.agencies.find(({ code }) => code === agency)?.label ?? data?.freshness.at(0)?.agencyName
  const source = { document: AgencyProfileDocument, variables }
  useTitle(name ?? texts.nav.agencies)
  return (
    <ReadyPage loaded={loaded} lines={20}>
      {(profile) =>
        name === undefined ? (
          <Missing title={texts.agency.missing} href={paths.agencies} to={texts.nav.agencies} />
        ) : (
          <Profile agency={agency} name={name} profile={profile} source={source} />
        )
      }
    </ReadyPage>
  )
}
