import { median } from '../measure.ts'
import { keyEntries, ratioOf, readTarget, type RunRecord } from './run-record.ts'

/** Runs whose median a run is compared with: a single slow night changes nothing. */
const COMPARED_RUNS = 7
/** Fewer runs are no history. */
const RUNS_MIN = 3
/** Share by which a ratio may get worse. */
const WORSE_MAX = 0.2
/** Ratios below this are a tenth of what is allowed: their changes are noise. Applies where lower is better. */
const RATIO_MIN = 0.1

/** Benchmarks compare with peers of the same run, so only the processor counts, not the version of Node. */
const processorOf = ({ machine }: RunRecord): string => machine.replace(/, Node [^,]+/, '')

/** A figure that got worse by more than 20 %. */
export interface Regression {
  benchmark: string
  figure: string
  /** Median ratio of the runs before. */
  before: number
  now: number
}

/**
 * Compares the ratios of a run with the medians of at most the last seven earlier runs on the same processor,
 * oldest first. Skips figures without a direction and figures with fewer than three earlier ratios.
 */
export function findRegressions(earlier: readonly RunRecord[], run: RunRecord): Regression[] {
  const compared = earlier.filter((other) => processorOf(other) === processorOf(run)).slice(-COMPARED_RUNS)
  const keyedRuns = compared.map(({ entries }) => keyEntries(entries))
  return [...keyEntries(run.entries)].flatMap(([key, entry]) => {
    const now = ratioOf(entry)
    const target = readTarget(entry.target)
    const ratios = keyedRuns.flatMap((keyed) => {
      const found = keyed.get(key)
      return (found && ratioOf(found)) ?? []
    })
    if (now === undefined || target === undefined || ratios.length < RUNS_MIN) return []
    const before = median(ratios)
    const isWorse =
      target.better === 'higher'
        ? now < before * (1 - WORSE_MAX)
        : now > Math.max(before, RATIO_MIN) * (1 + WORSE_MAX)
    return isWorse ? [{ benchmark: entry.benchmark, figure: entry.figure, before, now }] : []
  })
}

/** Returns a regression as one line. */
export function describeRegression({ benchmark, figure, before, now }: Regression): string {
  const change = Math.round((now / before - 1) * 100)
  return `${benchmark}: ${figure}: ratio ${now.toFixed(2)}, median of the runs before ${before.toFixed(2)} (${change > 0 ? '+' : ''}${change} %)`
}
