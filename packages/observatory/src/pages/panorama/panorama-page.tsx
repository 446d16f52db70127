import { useState } from 'preact/hooks'
import { LatestDocument, PanoramaDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { ArticleList } from '../../frame/article-card.tsx'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { toDay } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { AgencyMeasures } from './agency-measures.tsx'
import { findDataStart, meanPerDay } from './data-start.ts'
import { Kpis, TopAgencies, TopThemes } from './volumes.tsx'
import { OverTime } from './over-time.tsx'
import { PerDay } from './per-day.tsx'
import { SentimentShares } from './sentiment-shares.tsx'
import { Trends } from './trends.tsx'

const PERIODS = [7, 30, 90, 365]
const DEFAULT_DAYS = 30
const LATEST = 6

function PeriodChoice({ days, choose }: { days: number; choose: (days: number) => void }) {
  return (
    <fieldset class="choice">
      <legend>{texts.panorama.period}</legend>
      {PERIODS.map((period) => (
        <label key={period}>
          <input type="radio" name="periodo" checked={period === days} onChange={() => choose(period)} />
          <span>{texts.panorama.days(period)}</span>
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
      <Ready loaded={latest}>{({ articles }) => <ArticleList articles={articles.articles} />}</Ready>
      <p>
        <a href={paths.search}>{texts.panorama.more}</a>
      </p>
    </section>
  )
}

/** The first page: how much was published, by whom, about what, and what is growing. */
export function PanoramaPage() {
  useTitle(texts.panorama.title)
  const [days, setDays] = useState(DEFAULT_DAYS)
  const variables = { days }
  const panorama = useData(PanoramaDocument, variables)
  const source = { document: PanoramaDocument, variables }
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{texts.panorama.title}</h1>
          <p class="lead">{texts.panorama.lead}</p>
        </div>
        <PeriodChoice days={days} choose={setDays} />
      </div>
      <Ready loaded={panorama} lines={24}>
        {({ kpis, timeline, months, themes, agencies }) => {
          const dataStart = findDataStart(timeline, months.items[0]?.key)
          const mean = meanPerDay(timeline, { dataStart, today: toDay(new Date()) })
          return (
            <>
              <Kpis kpis={kpis} mean={mean} />
              <PerDay days={timeline} dataStart={dataStart} source={source} />
              <div class="columns">
                <TopThemes themes={themes} source={source} />
                <TopAgencies agencies={agencies} source={source} />
              </div>
              <OverTime agencies={agencies} days={days} dataStart={dataStart} />
              <SentimentShares days={days} />
              <AgencyMeasures agencies={agencies} days={days} />
            </>
          )
        }}
      </Ready>
      <Trends />
      <Latest />
    </>
  )
}
