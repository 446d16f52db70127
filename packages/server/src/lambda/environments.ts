/** Environments of one function. Each serves one request at a time, as on Lambda. */
export interface Environments {
  /**
   * Waits for a free environment. Resolves to the function that frees it, or to undefined when none became free in
   * time.
   */
  take(): Promise<(() => void) | undefined>
}

export const DEFAULT_WAIT_SECONDS = 10
/** Maximum of waiting requests. Further requests are refused at once. */
const MAX_WAITING = 500

/** Creates `count` environments with a bounded queue. */
export function makeEnvironments(count: number, waitSeconds: number = DEFAULT_WAIT_SECONDS): Environments {
  let freeCount = count
  const waiting: ((free: () => void) => void)[] = []
  const free = () => {
    const next = waiting.shift()
    if (next) next(once(free))
    else freeCount += 1
  }
  return {
    async take() {
      if (freeCount > 0) {
        freeCount -= 1
        return once(free)
      }
      if (waiting.length >= MAX_WAITING) return undefined
      return new Promise((resolve) => {
        const admit = (free: () => void) => {
          clearTimeout(timer)
          resolve(free)
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(admit), 1)
          resolve(undefined)
        }, waitSeconds * 1000)
        waiting.push(admit)
      })
    },
  }
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    run()
  }
}
