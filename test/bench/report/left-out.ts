// The targets of benchmarks that take too long for every run: their last stored figures, or what they would measure.
import type { Row } from '../table.ts'
import type { RunRecord } from './run-record.ts'

/** Benchmarks that run only when they are named, with their targets and how long they take on two idle cores. */
export const LEFT_OUT: Readonly<Record<string, { figure: string; target: string; takes: string }>> = {
  'first-news': {
    figure: 'npm start on an empty folder: the first scraped article in search',
    target: '≤ 120 s',
    takes: '2 minutes',
  },
  day: {
    figure: 'a day at 60 times its speed: lag and cost of each step',
    target: 'searchable and mailed ≤ 600 s',
    takes: '26 minutes',
  },
  corpus: {
    figure: 'PostgreSQL at 330,000 articles: series, entities, policies, records',
    target: '≤ 100 ms, agencyAnalytics ≤ 500 ms, no whole table read',
    takes: '10 minutes',
  },
  relevance: {
    figure: 'mean reciprocal rank of known articles, five kinds of queries',
    target: '≥ 0.90, body phrases ≥ 0.80, by meaning ≥ 0.85',
    takes: '5 minutes',
  },
  'eight-oclock': {
    figure: 'releases of 10,000 clippings that are due at one minute, 330,000 articles',
    target: '≤ 10 min later',
    takes: '30 minutes',
  },
  growth: {
    figure: 'growth from 10,000 to 1,000,000 articles',
    target: 'exponent ≤ 0.3; sync, export, rebuild ≤ 1.05',
    takes: 'more than an hour',
  },
}

/** Returns the figures of the newest stored run of a benchmark, marked with its date and commit. */
function listStored(name: string, runs: readonly RunRecord[]): Row[] {
  const isOfName = ({ benchmark }: { benchmark: string }) => benchmark === name
  const run = runs.findLast(({ entries }) => entries.some(isOfName))
  if (!run) return []
  const when = `${run.at.slice(0, 10)}, ${run.commit}`
  return run.entries.filter(isOfName).map((entry) => ({ ...entry, figure: `${entry.figure} (${when})` }))
}

/** Returns the rows of benchmarks that did not run. Runs are the stored ones, oldest first. */
export function listLeftOut(names: readonly string[], runs: readonly RunRecord[]): Row[] {
  return names.flatMap((name): Row[] => {
    const stored = listStored(name, runs)
    const { figure, target, takes } = LEFT_OUT[name] ?? { figure: name, target: '', takes: 'some minutes' }
    if (stored.length > 0) return stored
    const comparedWith = `npm run bench -- ${name} takes ${takes}`
    return [{ figure, value: 'not measured here', comparedWith, ratio: '', target, met: undefined }]
  })
}
