import type { Logger } from './logger.ts'
import { observe, type Observation } from './observation.ts'

export interface ObserverOptions {
  /** Name of the function: the message of its log lines. */
  name: string
  logger: Logger
}

/**
 * Observes the pieces of work of one function: requests, batches or runs. Runs one and writes one log line about it.
 * Returns and throws what the work does.
 */
export type Observer = <Result>(
  requestId: string,
  work: (observation: Observation) => Promise<Result>,
) => Promise<Result>

/** Fields of the log line: the work's own fields, its duration, and its requests to the stores. */
function describeWork({ fields, storeReads, storeMilliseconds }: Observation, start: number) {
  return {
    ...fields,
    milliseconds: Math.round(performance.now() - start),
    storeReads,
    storeMilliseconds: {
      sql: Math.round(storeMilliseconds.sql),
      index: Math.round(storeMilliseconds.index),
    },
  }
}

export function openObserver({ name, logger }: ObserverOptions): Observer {
  let coldStart = true
  return (requestId, work) =>
    observe(requestId, async (observation) => {
      const start = performance.now()
      observation.fields['coldStart'] = coldStart
      coldStart = false
      try {
        const result = await work(observation)
        logger.info(describeWork(observation, start), name)
        return result
      } catch (error) {
        logger.error({ ...describeWork(observation, start), error }, name)
        throw error
      }
    })
}
