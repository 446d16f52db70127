/** Two ways to get the same answer, timed in turn. Each gets the number of the run, so that a run may have its own question. */
export interface Pair {
  ours: (run: number) => Promise<unknown>
  other: (run: number) => Promise<unknown>
  runs: number
}

/** What a run takes: elapsed milliseconds, and those of the processor in the whole process. */
interface Times {
  wallMs: number
  cpuMs: number
}

/** Medians of the runs. */
export interface PairTimes {
  ours: Times
  other: Times
}

/** Returns the middle value; of an even number of values the lower middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

async function time(work: Pair['ours'], run: number): Promise<Times> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work(run)
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1000 }
}

const medians = (times: readonly Times[]): Times => ({
  wallMs: median(times.map(({ wallMs }) => wallMs)),
  cpuMs: median(times.map(({ cpuMs }) => cpuMs)),
})

/** Runs that are not timed. Their numbers are 0 to 29, and the timed ones follow. */
export const WARM_UP_RUNS = 30

/**
 * Runs both in turn, so that a change of the machine's speed affects both. Each is the first in every second run: the
 * first one reads what a store then has in its memory. Returns the medians of each.
 */
export async function timePair({ ours, other, runs }: Pair): Promise<PairTimes> {
  const pairs: PairTimes[] = []
  for (let run = 0; run < WARM_UP_RUNS + runs; run++) {
    const isFirst = run % 2 === 0
    const before = isFirst ? undefined : await time(other, run)
    const oursTimes = await time(ours, run)
    const pair = { ours: oursTimes, other: before ?? (await time(other, run)) }
    if (run >= WARM_UP_RUNS) pairs.push(pair)
  }
  return { ours: medians(pairs.map((pair) => pair.ours)), other: medians(pairs.map((pair) => pair.other)) }
}

/** A row of the table that `npm run bench` prints. */
export interface Figure {
  figure: string
  value: string
  comparedWith: string
  ratio: string
  target: string
  met: boolean
  /** Why the target is missed, and what was tried. Printed when the target is missed. */
  whyNot?: string
}
