import { PublicError } from '@pauta/platform/errors'

/** Root fields of one request that run at the same time; the others wait. */
const AT_ONCE = 8
/** API Gateway answers 504 after 29 seconds. Work that starts later has no reader. */
const REQUEST_SECONDS = 20

/**
 * Limits the root fields of one request that run at the same time. Waiting fields never start after the request
 * ended.
 */
export interface ConcurrencyGate {
  /** Runs the work now or when a place is free. Throws SERVICE_UNAVAILABLE if the request ended before. */
  take<T>(work: () => T | Promise<T>): T | Promise<T>
  /** Aborts when the answer is sent, and with it the calls under way. */
  readonly signal: AbortSignal
  /** Ends the request: no waiting work starts. */
  end(): void
}

/** One error for all requests: without a reason each abort would create an error with a stack, 20 µs of processor. */
const REQUEST_ENDED = new Error('The request has ended')

const ended = () =>
  new PublicError('SERVICE_UNAVAILABLE', 'A consulta demorou demais e foi interrompida: peça menos por vez.')

/** Returns a new gate for one request. */
export function makeConcurrencyGate({ atOnce = AT_ONCE, seconds = REQUEST_SECONDS } = {}): ConcurrencyGate {
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
            // The next one fails in the same way.
            waiting.shift()?.()
          }
        })
      })
    },
    end() {
      controller.abort(REQUEST_ENDED)
      waiting.shift()?.()
    },
  }
}

/** Gives the work of one request a gate, and ends the gate with it, also when the work fails. */
export async function withGate<T>(work: (gate: ConcurrencyGate) => Promise<T>): Promise<T> {
  const gate = makeConcurrencyGate()
  try {
    return await work(gate)
  } finally {
    gate.end()
  }
}
