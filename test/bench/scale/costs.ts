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

/** Returns the value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Cost of one run, in milliseconds. Waiting is p50 and p95; processor time is the average over all runs, and p95. */
export interface Cost {
  p50Ms: number
  p95Ms: number
  processorMs: number
  processorP95Ms: number
  /** Average processor time of this process with the processes that it starts, of PostgreSQL, and of the index server. */
  shares: { own: number; postgres: number; index: number }
}

/** Returns the cost of one of these runs. */
export function summarize(runs: readonly Run[]): Cost {
  const waits = runs.map(({ waitMs }) => waitMs)
  const totals = runs.map(({ spent }) => sumOf(spent))
  const average = (of: (spent: Spent) => number) =>
    runs.reduce((sum, { spent }) => sum + of(spent), 0) / runs.length
  return {
    p50Ms: median(waits),
    p95Ms: percentile(waits, 0.95),
    processorMs: average(sumOf),
    processorP95Ms: percentile(totals, 0.95),
    shares: {
      own: average(({ ownMs, endedMs }) => ownMs + endedMs),
      postgres: average(({ postgresMs }) => postgresMs),
      index: average(({ indexMs }) => indexMs),
    },
  }
}
