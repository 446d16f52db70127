// The cost of work: how long its caller waited, and the processor time of all processes that took part.
import { median } from '../measure.ts'

/** Processor time in milliseconds: of this process, PostgreSQL with its sessions, the index server, ended processes. */
export interface Spent {
  ownMs: number
  postgresMs: number
  indexMs: number
  endedMs: number
}

/** One run: how long its caller waited, and the processor time that all processes spent meanwhile. */
export interface Run {
  waitMs: number
  spent: Spent
}

/** Returns the processor time of all processes together, in milliseconds. */
export const sumOf = ({ ownMs, postgresMs, indexMs, endedMs }: Spent): number =>
  ownMs + postgresMs + indexMs + endedMs

/** Returns the place of a percentile in an ascending list. */
const placeOf = ({ length }: readonly unknown[], share: number) =>
  Math.min(length - 1, Math.floor(length * share))

/** Returns the value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[placeOf(sorted, share)] ?? Number.NaN
}

/** Cost of one of several runs. Waiting times are in milliseconds. */
export interface Cost {
  p50Ms: number
  p95Ms: number
  /** Average processor time of all runs, */
  average: Spent
  /** and that of the run that is dearer than 95 of 100. */
  p95: Spent
}

/** Returns the cost of one of these runs. */
export function summarize(runs: readonly Run[]): Cost {
  const waits = runs.map(({ waitMs }) => waitMs)
  const spent = runs.map((run) => run.spent).sort((a, b) => sumOf(a) - sumOf(b))
  const average = (of: (spent: Spent) => number) =>
    spent.reduce((sum, each) => sum + of(each), 0) / spent.length
  const dear = spent[placeOf(spent, 0.95)]
  if (!dear) throw new Error('There are no runs')
  return {
    p50Ms: median(waits),
    p95Ms: percentile(waits, 0.95),
    average: {
      ownMs: average(({ ownMs }) => ownMs),
      postgresMs: average(({ postgresMs }) => postgresMs),
      indexMs: average(({ indexMs }) => indexMs),
      endedMs: average(({ endedMs }) => endedMs),
    },
    p95: dear,
  }
}
