/** Two ways to get the same answer, timed in turn. */
export interface Pair {
  ours: () => Promise<unknown>
  other: () => Promise<unknown>
  runs: number
}

/** Medians in milliseconds. */
export interface PairTimes {
  oursMs: number
  otherMs: number
}

/** Returns the middle value; of an even number of values the lower middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

const WARM_UP_RUNS = 30

/** Runs both in turn, so that a change of the machine's speed affects both. Returns the median of each. */
export async function timePair({ ours, other, runs }: Pair): Promise<PairTimes> {
  for (let i = 0; i < WARM_UP_RUNS; i++) {
    await ours()
    await other()
  }
  const times: { ours: number; other: number }[] = []
  for (let i = 0; i < runs; i++) times.push({ ours: await time(ours), other: await time(other) })
  return { oursMs: median(times.map((t) => t.ours)), otherMs: median(times.map((t) => t.other)) }
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
