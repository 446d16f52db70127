// The figures of the day: a row of the table for each objective, and what an article, a delivery and a visit cost.
import type { Figure } from '../measure.ts'
import type { Hours } from './drive.ts'
import type { DayLags, Lag, ScrapedLags } from './lags.ts'
import { fitCosts, type FunctionCounts, type Sample } from './meters.ts'
import { SPEED } from './plan.ts'
import { renderScale, type Cost, type DayCosts } from './scale.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Objectives: docs/operations.md, and 20 minutes from publication for agencies that publish daily. */
const SCRAPED_MINUTES = 20
const SEARCHABLE_SECONDS = 600
const HANDED_OVER_SECONDS = 600
const REQUESTS_PER_DAY = 12_000
const TROUBLES_SHOWN = 5

const ARTICLE_STEPS = ['ingest', 'enrich', 'classify', 'embed', 'index']
const DELIVERY_STEPS = ['release', 'deliver-email']
const RUN_STEPS = ['job-scrape', 'job-scrape-ebc']

export interface MeasuredDay {
  hours: Hours
  lags: DayLags
  /** Sums since the start, at the end of each period. The first one is the beginning. */
  samples: readonly Sample[]
  before: ReadonlyMap<string, FunctionCounts>
  counts: ReadonlyMap<string, FunctionCounts>
  troubles: readonly string[]
}

const round = (value: number, digits = 1) => value.toFixed(digits)

function showLag({ median, most, max }: Lag, unit: string, scale = 1): string {
  return `${round(median / scale)} ${unit}, 95 of 100 ${round(most / scale)}, most ${round(max / scale)}`
}

/** Runs, statements and calls of some functions during the day. */
function sumOf({ before, counts }: MeasuredDay, names: readonly string[]): FunctionCounts {
  const sum = { runs: 0, statements: 0, indexCalls: 0, milliseconds: 0 }
  for (const name of names) {
    const now = counts.get(name)
    const then = before.get(name)
    for (const key of ['runs', 'statements', 'indexCalls', 'milliseconds'] as const)
      sum[key] += (now?.[key] ?? 0) - (then?.[key] ?? 0)
  }
  return sum
}

/** What a run of a scrape job, an article and a delivery cost by the differences between periods. */
function fit(samples: readonly Sample[], cost: 'processorSeconds' | 'requests') {
  const periods = samples.slice(1).map((sample, at) => {
    const before = samples[at] ?? sample
    const grown = (key: keyof Sample) => sample[key] - before[key]
    return {
      causes: [grown('runs'), grown('articles'), grown('deliveries')],
      cost: grown(cost),
    }
  })
  const [run = 0, article = 0, delivery = 0] = fitCosts(periods)
  return { run, article, delivery }
}

function costFigure(figure: string, count: number, { statements, requests, processorSeconds }: Cost): Figure {
  return {
    figure,
    value: `${round(statements)} statements, ${round(requests)} requests to queues and storage, ${round(processorSeconds, 3)} processor s`,
    comparedWith: `${count} of them`,
    ratio: '',
    target: 'measured for docs/scale.md',
    met: count > 0,
  }
}

const lagFigure = (figure: string, value: string, [seconds, limit]: [number, number]): Figure => ({
  figure,
  value,
  comparedWith: `the objective, ${limit} s`,
  ratio: round(seconds / limit, 2),
  target: '≤ 1.00',
  met: seconds <= limit,
})

/** Statements are counted by function; the other costs are separated by the differences between periods. */
function costsOf(day: MeasuredDay): DayCosts & { runs: number } {
  const { samples, lags, hours } = day
  const processor = fit(samples, 'processorSeconds')
  const requests = fit(samples, 'requests')
  const { runs = 0, visits = 0 } = samples.at(-1) ?? {}
  const share = (hours.to - hours.from) / 24
  const cost = (steps: readonly string[], count: number, cause: 'run' | 'article' | 'delivery'): Cost => ({
    statements: sumOf(day, steps).statements / Math.max(count, 1),
    requests: requests[cause],
    processorSeconds: processor[cause],
  })
  return {
    article: cost(ARTICLE_STEPS, lags.articles.searchable, 'article'),
    delivery: cost(DELIVERY_STEPS, lags.deliveries.handedOver, 'delivery'),
    run: cost(RUN_STEPS, runs, 'run'),
    runs,
    runsPerDay: runs / share,
    visitsPerDay: visits / share,
  }
}

/** Statements, index calls and seconds of each function, for the terminal. */
function listFunctions(day: MeasuredDay): string[] {
  return [...day.counts.keys()].sort().map((name) => {
    const { runs, statements, indexCalls, milliseconds } = sumOf(day, [name])
    const per = (sum: number) => round(sum / Math.max(runs, 1))
    return `${name}: ${runs} runs, each ${per(statements)} statements, ${per(indexCalls)} index calls, ${per(milliseconds)} ms`
  })
}

const measuredFigure = (figure: string, value: string, comparedWith: string): Figure => ({
  figure,
  value,
  comparedWith,
  ratio: '',
  target: 'measured for docs/scale.md',
  met: true,
})

/**
 * The objective is checked on the lag of a real day: minutes of the schedules, and real seconds of work. The compressed
 * day counts each second of work as a minute.
 */
function scrapedFigures(lags: ScrapedLags): Figure[] {
  const { real, schedule, work, host, compressed, unexplained, runs, lostRuns } = lags
  const limit = SCRAPED_MINUTES * MINUTE_MS
  return [
    {
      figure: 'day: from publication to the queue on a real day, agencies that publish daily',
      value: showLag(real, 'min', MINUTE_MS),
      comparedWith: `the objective, ${SCRAPED_MINUTES} min, for each of ${real.count} articles`,
      ratio: round(real.max / limit, 2),
      target: '≤ 1.00',
      met: real.max <= limit && unexplained === 0,
    },
    measuredFigure(
      'day: the part of the schedules, to the due time of the run that finds the article',
      showLag(schedule, 'min', MINUTE_MS),
      'an interval of 15 min',
    ),
    measuredFigure(
      'day: the part of the work, from the due time to the queue',
      showLag(work, 's', SECOND_MS),
      'real seconds',
    ),
    measuredFigure(
      'day: the part of the pauses between requests to a host',
      showLag(host, 's', SECOND_MS),
      `measured at ${SPEED} times their speed`,
    ),
    measuredFigure(
      'day: the same lag with each second of work as a minute',
      showLag(compressed, 'min', MINUTE_MS),
      'the compressed day',
    ),
    measuredFigure('day: runs that did not ask for this reason only', String(lostRuns), `${runs} runs`),
  ]
}

/** Describes the articles that were found last, for the terminal. */
function listLongest({ longest, unexplained }: ScrapedLags): string[] {
  const lines = longest.map(
    ({ url, realMs, scheduleMs, workMs, hostMs, compressedMs, lost }) =>
      `${url}: ${round(realMs / MINUTE_MS)} min: schedule ${round(scheduleMs / MINUTE_MS)} min, work ` +
      `${round(workMs / SECOND_MS)} s, pauses ${round(hostMs / SECOND_MS)} s; compressed ` +
      `${round(compressedMs / MINUTE_MS)} min, ${lost} runs that did not ask`,
  )
  return unexplained === 0 ? lines : [...lines, `${unexplained} articles that no run explains`]
}

/** Prints the warnings and errors of the log, and returns the rows of the table. */
export function describeDay(day: MeasuredDay): Figure[] {
  const { lags, troubles } = day
  const { articles, deliveries } = lags
  const costs = costsOf(day)
  const { visitsPerDay } = costs
  for (const trouble of troubles.slice(0, TROUBLES_SHOWN)) process.stderr.write(`${trouble.slice(0, 500)}\n`)
  process.stderr.write(
    `${[...listFunctions(day), '', ...listLongest(lags.scraped), '', 'For docs/scale.md:', renderScale(costs)].join('\n')}\n`,
  )
  return [
    {
      figure: `day at ${SPEED} times its speed: articles that are searchable`,
      value: String(articles.searchable),
      comparedWith: `${articles.published} published`,
      ratio: round(articles.searchable / articles.published, 3),
      target: '1.000',
      met: articles.searchable === articles.published,
    },
    {
      figure: 'day: clippings that ran',
      value: String(deliveries.ran),
      comparedWith: `${deliveries.due} due`,
      ratio: round(deliveries.ran / Math.max(deliveries.due, 1), 3),
      target: '1.000',
      met: deliveries.ran === deliveries.due,
    },
    {
      figure: 'day: deliveries handed over',
      value: String(deliveries.handedOver),
      comparedWith: `${deliveries.released} releases; the other clippings had no news`,
      ratio: round(deliveries.handedOver / Math.max(deliveries.released, 1), 3),
      target: '1.000',
      met: deliveries.handedOver === deliveries.released,
    },
    ...scrapedFigures(lags.scraped),
    lagFigure('day: from the queue to the row', showLag(lags.stored, 's'), [
      lags.stored.most,
      SEARCHABLE_SECONDS,
    ]),
    lagFigure('day: from the row to its features', showLag(lags.enriched, 's'), [
      lags.enriched.most,
      SEARCHABLE_SECONDS,
    ]),
    lagFigure('day: from the queue to search', showLag(lags.searchable, 's'), [
      lags.searchable.most,
      SEARCHABLE_SECONDS,
    ]),
    lagFigure('day: from the due time to the release', showLag(lags.released, 's'), [
      lags.released.most,
      HANDED_OVER_SECONDS,
    ]),
    lagFigure('day: from the due time to the mail server', showLag(lags.handedOver, 's'), [
      lags.handedOver.most,
      HANDED_OVER_SECONDS,
    ]),
    {
      figure: 'day: requests to sites in 24 hours',
      value: String(Math.round(visitsPerDay)),
      comparedWith: `the limit, ${REQUESTS_PER_DAY}`,
      ratio: round(visitsPerDay / REQUESTS_PER_DAY, 2),
      target: '≤ 1.00',
      met: visitsPerDay <= REQUESTS_PER_DAY,
    },
    costFigure('day: an article, from the queue to search', articles.searchable, costs.article),
    costFigure('day: a delivery, its release included', deliveries.handedOver, costs.delivery),
    costFigure('day: a run of a scrape job, its requests to sites included', costs.runs, costs.run),
  ]
}
