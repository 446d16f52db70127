import { useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { LatestDocument, PanoramaDocument, type PanoramaQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import type { Source } from '../../charts/chart.tsx'
import { ChartPeriodContext } from '../../charts/chart-period.ts'
import { listPeriods } from '../../charts/periods.ts'
import { usePlot } from '../../charts/plot.tsx'
import { Ranking } from '../../charts/ranking.tsx'
import { ArticleList } from '../../frame/article-card.tsx'
import { NewArticles } from '../../frame/new-articles.tsx'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatDay, toDay } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { AgencyMeasures } from './agency-measures.tsx'
import { findDataStart, haveDataFrom, meanPerDay } from './data-start.ts'
import { Kpis, type Volumes } from './volumes.tsx'
import { OverTime } from './over-time.tsx'
import { PerDay } from './per-day.tsx'
import { daysBeforePeriod, lastDays, readPeriod, writePeriod, type Period } from './period.ts'
import { SentimentShares } from './sentiment-shares.tsx'
import { Trends } from './trends.tsx'

const PERIODS = [7, 30, 90, 365]
const THEMES = 12
const AGENCIES = 15
const LATEST = 6
const NEWEST = { query: '', kinds: ['appeared'] }

function PeriodChoice({ period, today }: { period: Period; today: string }) {
  const { route } = useLocation()
  const choose = (days: number) => route(writePeriod(lastDays(days, today)))
  return (
    <fieldset class="choice">
      <legend>{texts.panorama.period}</legend>
      {PERIODS.map((days) => (
        <label key={days}>
          <input
            type="radio"
            name="periodo"
            checked={period.days === days && period.to === today}
            onChange={() => choose(days)}
          />
          <span>{texts.panorama.days(days)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Latest() {
  const latest = useData(LatestDocument, { limit: LATEST })
  return (
    <section>
      <h2>{texts.panorama.latest}</h2>
      <Ready loaded={latest}>
        {({ articles }) => (
          <>
            <ArticleList articles={articles.articles} />
            <NewArticles filter={NEWEST} shown={articles.articles} load={latest.retry} />
          </>
        )}
      </Ready>
      <p>
        <a href={paths.search}>{texts.panorama.more}</a>
      </p>
    </section>
  )
}

/** Whether the service has no news of any day. */
const isWithoutNews = ({ days, months }: PanoramaQuery) => days.found === 0 && months.items.length === 0

/** One message in place of everything else, for a service without any news. */
function NoNews() {
  const words = texts.panorama
  return (
    <p class="notice">
      {words.noNews} <code>{words.noNewsCommand}</code>
    </p>
  )
}

/** Returns the numbers of the days before; undefined when the data may begin among them. */
function volumesBefore(
  { months, agenciesBefore, themesBefore }: PanoramaQuery,
  period: Period,
): Volumes | undefined {
  if (!haveDataFrom(daysBeforePeriod(period).from, months.items[0]?.key)) return undefined
  return {
    total: agenciesBefore.found,
    agencies: agenciesBefore.items.length,
    themes: themesBefore.items.length,
    mean: agenciesBefore.found / period.days,
  }
}

interface MeasuredProps {
  data: PanoramaQuery
  period: Period
  source: Source
}

/** The numbers and charts of the period. */
function Measured({ data, period, source }: MeasuredProps) {
  const { days, themes, agencies, months } = data
  const counts = new Map(days.items.map(({ key, count }) => [key, count]))
  const timeline = useMemo(
    () => listPeriods(period.from, period.to, 'DAY').map((date) => ({ date, count: counts.get(date) ?? 0 })),
    [days, period.from, period.to],
  )
  if (isWithoutNews(data)) return <NoNews />
  const dataStart = findDataStart(timeline, months.items[0]?.key)
  const now = {
    total: days.found,
    agencies: agencies.items.length,
    themes: themes.items.length,
    mean: meanPerDay(timeline, { dataStart, today: toDay(new Date()) }),
  }
  return (
    <>
      <Kpis now={now} before={volumesBefore(data, period)} days={period.days} />
      <PerDay days={timeline} dataStart={dataStart} source={source} />
      <div class="columns">
        <Ranking
          kind="theme"
          title={texts.panorama.themes}
          fileName="temas"
          source={source}
          rows={themes.items.slice(0, THEMES)}
        />
        <Ranking
          kind="agency"
          title={texts.panorama.agencies}
          fileName="orgaos"
          source={source}
          rows={agencies.items.slice(0, AGENCIES)}
        />
      </div>
      <OverTime agencies={agencies.items} period={period} dataStart={dataStart} />
      <SentimentShares period={period} />
      <AgencyMeasures agencies={agencies.items} period={period} />
    </>
  )
}

/** The words of a first question; the page of the search shows its answer. */
function FirstQuestion() {
  const { route } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const ask = (event: SubmitEvent) => {
    event.preventDefault()
    const words = (field.current?.value ?? '').trim()
    route(words === '' ? paths.search : `${paths.search}?${new URLSearchParams({ q: words })}`)
  }
  return (
    <form class="search-field" role="search" action={paths.search} onSubmit={ask}>
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={texts.search.field}
        placeholder={texts.search.placeholder}
        maxLength={1000}
      />
      <button type="submit">{texts.panorama.ask}</button>
    </form>
  )
}

/** The first page: how much was published, by whom, about what, and what is growing. */
export function PanoramaPage() {
  usePlot()
  useTitle(texts.panorama.title)
  const { url } = useLocation()
  const today = toDay(new Date())
  const period = readPeriod(new URLSearchParams(url.split('?')[1] ?? ''), today)
  const { from, to } = period
  const before = daysBeforePeriod(period)
  const variables = {
    filter: { startDate: from, endDate: to },
    before: { startDate: before.from, endDate: before.to },
  }
  const panorama = useData(PanoramaDocument, variables)
  const source = { document: PanoramaDocument, variables }
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{texts.panorama.title}</h1>
          <p class="lead">
            {texts.panorama.lead}, {texts.panorama.fromTo(formatDay(from), formatDay(to))}
          </p>
        </div>
        <PeriodChoice period={period} today={today} />
      </div>
      <FirstQuestion />
      <ChartPeriodContext.Provider value={{ from, to, path: writePeriod(period) }}>
        <Ready loaded={panorama} lines={24}>
          {(data) => <Measured data={data} period={period} source={source} />}
        </Ready>
      </ChartPeriodContext.Provider>
      {!(panorama.data && isWithoutNews(panorama.data)) && (
        <>
          <Trends />
          <Latest />
        </>
      )}
    </>
  )
}
