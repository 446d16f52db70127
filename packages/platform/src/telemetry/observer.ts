import type { Config } from '../config/config.ts'
import type { Logger } from './logger.ts'
import { openTracing } from './open-tracing.ts'
import type { RootSpan, Tracing } from './tracing.ts'
import { makeObservation, observe, type Observation, type SpanEnd } from './observation.ts'

export interface ObserverOptions {
  /** Name of the function: the message of its log lines and the service of its traces. */
  name: string
  settings: Config<'settings'>['settings']
  logger: Logger
  /** The function calls hosts that users chose; traces omit their names. */
  hidesHosts?: boolean | undefined
}

/** One request, batch or run. */
export interface Work<Result> {
  requestId: string
  span: RootSpan
  /** Returns additional attributes of the span when the work is done. */
  describe?: (result: Result) => SpanEnd
}

/** Observes all work of one function. */
export interface Observer {
  /**
   * Runs a piece of work, writes one log line about it and sends its trace when it is recorded. Returns and throws what
   * the work does.
   */
  run<Result>(work: Work<Result>, perform: (observation: Observation) => Promise<Result>): Promise<Result>
}

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

/** Returns an observer. Opens tracing at the first piece of work. */
export function openObserver({ name, settings, logger, hidesHosts }: ObserverOptions): Observer {
  let opened: Promise<Tracing | undefined> | undefined
  let coldStart = true

  async function perform<Result>(
    observation: Observation,
    { describe }: Work<Result>,
    run: (observation: Observation) => Promise<Result>,
  ): Promise<Result> {
    const start = performance.now()
    const { span } = observation
    observation.fields['coldStart'] = coldStart
    coldStart = false
    try {
      const result = await run(observation)
      logger.info(describeWork(observation, start), name)
      span?.end(describe?.(result))
      return result
    } catch (error) {
      logger.error({ ...describeWork(observation, start), error }, name)
      span?.end({ error })
      throw error
    }
  }

  return {
    async run(work, run) {
      opened ??= openTracing({ service: name, settings, logger })
      const tracing = await opened
      const span = tracing?.start(work.span)
      const observation = makeObservation({
        requestId: work.requestId,
        span,
        ...(hidesHosts !== undefined && { hidesHosts }),
      })
      try {
        return await observe(observation, () => perform(observation, work, run))
      } finally {
        if (span) await tracing?.flush()
      }
    },
  }
}
