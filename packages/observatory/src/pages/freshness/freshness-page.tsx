import { useEffect, useState } from 'preact/hooks'
import { FreshnessDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { useKept } from '../../api/use-kept.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { KeyNumbers } from '../../frame/key-numbers.tsx'
import { publisher } from '../../frame/publisher.ts'
import { Failure, Ready } from '../../frame/states.tsx'
import { useCopy } from '../../frame/use-copy.ts'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount, formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { Delays } from './delays.tsx'
import { countStates, describeRest, type AgencyRow } from './describe-freshness.ts'
import { Incidents } from './incidents.tsx'
import { RhythmRows } from './rhythm-rows.tsx'

const words = texts.freshness
const REFRESH_SECONDS = 60
const INCIDENTS = 30

function Counts({ rows }: { rows: readonly AgencyRow[] }) {
  const counts = countStates(rows)
  const shown = (['FRESH', 'LATE', 'SILENT', 'STOPPED', 'UNREAD'] as const).map(
    (state) => [words.named(state, counts[state]), formatCount(counts[state])] as const,
  )
  return <KeyNumbers numbers={shown} />
}

/** A sentence with date, numbers and address, for whoever quotes the page. */
function Quote({ rows, moment }: { rows: readonly AgencyRow[]; moment: string }) {
  const { copied, copy } = useCopy()
  const counts = countStates(rows)
  const source = { publisher: publisher.name, address: `${location.origin}${paths.freshness}#definicoes` }
  const text = words.quoteText(moment, source, {
    fresh: formatCount(counts.FRESH),
    known: formatCount(rows.length - counts.UNKNOWN),
    rest: describeRest(counts),
  })
  return (
    <section class="quote">
      <h2>{words.quote}</h2>
      <blockquote>{text}</blockquote>
      <button type="button" onClick={() => copy(text)} aria-live="polite">
        {copied === text ? words.copied : words.copyQuote}
      </button>
    </section>
  )
}

function Definitions() {
  return (
    <section id="definicoes" class="definitions">
      <h2>{words.definitions}</h2>
      <p class="help">{words.definitionsNote}</p>
      <dl>
        {words.terms.map(({ id, term, text }) => (
          <div key={id} id={id}>
            <dt>
              <a href={`${paths.freshness}#${id}`}>{term}</a>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Every agency against its own rhythm, the delay of the pipeline and the last incidents. */
export function FreshnessPage() {
  useTitle(words.title)
  const [isPaused, setPaused] = useState(false)
  const variables = { incidents: INCIDENTS }
  const source = { document: FreshnessDocument, variables }
  const loaded = useKept(useData(FreshnessDocument, variables))
  useRefresh(loaded.retry, { seconds: REFRESH_SECONDS, isPaused })
  const isLoaded = loaded.data !== undefined || loaded.failure !== undefined
  // The definitions stand below numbers that load later than the browser looks for the place of an address.
  useEffect(() => {
    if (isLoaded && location.hash !== '') location.replace(location.hash)
  }, [isLoaded])
  const measuredAt = loaded.data?.agencyFreshness[0]?.measuredAt
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <p class="refresh">
          <span>
            {measuredAt && words.measured(formatMoment(measuredAt))}{' '}
            {isPaused ? words.paused : words.refreshes}
          </span>
          <button type="button" onClick={() => setPaused(!isPaused)}>
            {isPaused ? words.resume : words.pause}
          </button>
        </p>
      </div>
      {loaded.isStale && <Failure text={`${words.stale} ${loaded.failure}`} retry={loaded.retry} />}
      <Ready loaded={loaded} lines={24}>
        {({ agencyFreshness, pipelineDelays, incidents }) => (
          <>
            <Counts rows={agencyFreshness} />
            <RhythmRows rows={agencyFreshness} source={source} />
            <div class="columns">
              <Delays delays={pipelineDelays} source={source} />
              <Incidents incidents={incidents} source={source} />
            </div>
            <Quote rows={agencyFreshness} moment={formatMoment(measuredAt)} />
          </>
        )}
      </Ready>
      <Definitions />
    </>
  )
}
