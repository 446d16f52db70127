// The waiting time and the processor time of work in which several processes take part.
import { measureKept } from '../kept-memory.ts'
import { sumOf, summarize, type Cost, type Run } from './costs.ts'
import type { GrowthCase } from './growth-cases.ts'
import { measurePostgres, measureThisProcess } from './processor-time.ts'
import type { RealStores } from './real-stores.ts'

/** A case is warmed up until this process spent so much processor time on it, so that its code is compiled, */
const WARM_UP_PROCESSOR_MS = 1000
/** or until so much time has passed. */
const WARM_UP_WAIT_MS = 10_000
/** A case is repeated until all its runs together took this much processor time, in milliseconds, */
const PROCESSOR_MIN_MS = 1500
/** or until this many runs. */
const RUNS_MAX = 600

/**
 * Runs work once. Reads this process last before the work and first after it, so that the reading of the others is not
 * counted. `endedMs` returns the processor time of processes that the work started and ended, in milliseconds.
 */
export async function measureRun(
  stores: RealStores,
  folder: string,
  work: () => Promise<unknown>,
  endedMs: () => number = () => 0,
): Promise<Run> {
  const postgresMs = measurePostgres(folder)
  const before = await stores.measureIndex()
  const ownMs = measureThisProcess()
  const started = performance.now()
  await work()
  const waitMs = performance.now() - started
  const spentHereMs = measureThisProcess() - ownMs
  const after = await stores.measureIndex()
  return {
    waitMs,
    spent: {
      ownMs: spentHereMs,
      endedMs: endedMs(),
      // A restarted index server counts from its own start.
      indexMs: after.busyMs - (after.pid === before.pid ? before.busyMs : 0),
      postgresMs: measurePostgres(folder) - postgresMs,
    },
  }
}

/** The turns of warm-up runs follow those of the measured ones. */
async function warmUp({ run, runs }: GrowthCase): Promise<void> {
  const end = {
    processor: measureThisProcess() + WARM_UP_PROCESSOR_MS,
    at: performance.now() + WARM_UP_WAIT_MS,
  }
  for (let turn = RUNS_MAX + runs; measureThisProcess() < end.processor && performance.now() < end.at; turn++)
    await run(turn)
}

/** Repeats a case in whole rounds, after runs that warm it up. Begins with a garbage collection of both processes. */
export async function measureCase(stores: RealStores, folder: string, one: GrowthCase): Promise<Cost> {
  await warmUp(one)
  measureKept()
  await stores.collectIndex()
  const measured: Run[] = []
  let processorMs = 0
  do {
    for (let turn = 0; turn < one.runs; turn++) {
      const run = await measureRun(stores, folder, () => one.run(measured.length), one.endedMs)
      measured.push(run)
      processorMs += sumOf(run.spent)
    }
  } while (processorMs < PROCESSOR_MIN_MS && measured.length < RUNS_MAX)
  return summarize(measured)
}
