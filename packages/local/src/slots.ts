/** Environments of one function. Each serves one request at a time, as on Lambda. */
export interface Slots {
  /**
   * Waits for a free environment. Resolves to the function that returns it, or to undefined when none became free in
   * time.
   */
  take(): Promise<(() => void) | undefined>
}

export const DEFAULT_WAIT_SECONDS = 10
/** Maximum of waiting requests. Further requests are refused at once. */
const MAX_WAITING = 500

/** Creates `count` slots with a bounded queue. */
export function makeSlots(count: number, waitSeconds: number = DEFAULT_WAIT_SECONDS): Slots {
  let free = count
  const waiting: ((giveBack: () => void) => void)[] = []
  const giveBack = () => {
    const next = waiting.shift()
    if (next) next(once(giveBack))
    else free += 1
  }
  return {
    async take() {
      if (free > 0) {
        free -= 1
        return once(giveBack)
      }
      if (waiting.length >= MAX_WAITING) return undefined
      return new Promise((resolve) => {
        const admit = (slot: () => void) => {
          clearTimeout(timer)
          resolve(slot)
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
