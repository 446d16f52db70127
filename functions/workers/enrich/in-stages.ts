import { setTimeout as delay } from 'node:timers/promises'

/** Shorter work needs no pause; a stage of an article of 1 MB takes up to 100 ms. */
const BUSY_MS = 20
/** A request takes several turns of the event loop, so one turn between two stages is not enough. */
const PAUSE_MS = 5

let previous: Promise<unknown> = Promise.resolve()
let pausedAt = 0

async function pauseWhenBusy(): Promise<void> {
  if (performance.now() - pausedAt < BUSY_MS) return
  await delay(PAUSE_MS)
  pausedAt = performance.now()
}

/**
 * Runs a computation stage by stage, with pauses. On a laptop one process runs every function, so a long computation
 * would delay requests. Computations of concurrent batches wait for each other. Returns and throws what the last stage
 * does.
 */
export function runInStages<Result>(start: () => Generator<undefined, Result>): Promise<Result> {
  const run = async (): Promise<Result> => {
    await pauseWhenBusy()
    const stages = start()
    let stage = stages.next()
    while (!stage.done) {
      await pauseWhenBusy()
      stage = stages.next()
    }
    return stage.value
  }
  const result = previous.then(run)
  previous = result.catch(() => {})
  return result
}
