import { availableParallelism, loadavg } from 'node:os'

/**
 * The duration of the work below on an idle core of the machine for which the limits of vitest.config.ts are
 * written.
 */
const REFERENCE_MS = 40
const ROUNDS = 3
/** Limits grow by at most this factor, so that hanging tests end. */
const PATIENCE_MAX = 30

/** Takes some milliseconds with frequent work of tests: makes objects, writes and reads them as text. */
function work(): number {
  const started = performance.now()
  let text = JSON.stringify(
    Array.from({ length: 20_000 }, (_, n) => ({ id: `article-${n}`, title: 'Notícia', n })),
  )
  for (let round = 0; round < 3; round++) text = JSON.stringify(JSON.parse(text))
  if (text.length === 0) throw new Error('The work made nothing')
  return performance.now() - started
}

/**
 * Returns the factor for limits on this machine: how much longer the work takes than on the reference machine,
 * multiplied by the number of processes that wait for each core. At least 1.
 */
function measure(): number {
  const slowest = Math.max(...Array.from({ length: ROUNDS }, work))
  const [lastMinute = 0] = loadavg()
  const waiting = lastMinute / availableParallelism()
  return Math.min(PATIENCE_MAX, Math.max(1, slowest / REFERENCE_MS, waiting))
}

let measured: number | undefined

/** The factor for limits on this machine, measured once per process. */
export const measurePatience = (): number => (measured ??= measure())

/** Scales a limit for hanging work to this machine. For code that benchmarks run too; tests use `patient`. */
export const scaleLimit = (limit: number): number => Math.ceil(limit * measurePatience())
