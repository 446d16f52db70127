import { PublicError } from '@pauta/platform/errors'

/** Root fields of one request that are resolved at the same time; the next ones wait. */
const AT_ONCE = 8
/** API Gateway answers 504 after 29 seconds: what would begin later is for nobody. */
const REQUEST_SECONDS = 20

/** Lets the root fields of one request run in turns, so that those that wait never begin once nobody wants them. */
export interface Turns {
  /** Runs the work now, or when its turn comes. Throws SERVICE_UNAVAILABLE when the request ended before. */
  take<T>(work: () => T | Promise<T>): T | Promise<T>
  /** Aborted when the answer was sent, so that calls under way end with it. */
  readonly signal: AbortSignal
  /** The answer was sent: nothing begins any more. */
  end(): void
}

const ended = () =>
  new PublicError('SERVICE_UNAVAILABLE', 'A consulta demorou demais e foi interrompida: peça menos por vez.')

/** One per request. */
export function makeTurns({ atOnce = AT_ONCE, seconds = REQUEST_SECONDS } = {}): Turns {
  const deadline = performance.now() + seconds * 1000
  const waiting: (() => void)[] = []
  const controller = new AbortController()
  let running = 0
  const isOver = () => controller.signal.aborted || performance.now() > deadline

  const leave = () => {
    running--
    waiting.shift()?.()
  }

  function run<T>(work: () => T | Promise<T>): T | Promise<T> {
    if (isOver()) throw ended()
    running++
    let result: T | Promise<T>
    try {
      result = work()
    } catch (error) {
      leave()
      throw error
    }
    if (result instanceof Promise) return result.finally(leave)
    leave()
    return result
  }

  return {
    signal: controller.signal,
    take(work) {
      if (running < atOnce) return run(work)
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(run(work))
          } catch (error) {
            reject(error)
            // The one after it is told the same.
            waiting.shift()?.()
          }
        })
      })
    },
    end() {
      controller.abort()
      waiting.shift()?.()
    },
  }
}
