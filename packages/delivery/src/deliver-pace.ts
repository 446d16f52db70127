import { setTimeout as delay } from 'node:timers/promises'

/** Messages of one hand-off group; a slower channel hands over no more than a second's worth at once. */
export const GROUP_MAX = 50

/** Holds a worker to its part of what a provider bears. */
export interface Pace {
  /** Messages that may leave together. */
  groupSize: number
  /** Waits until so many more may leave. */
  take(count: number): Promise<void>
}

/** At most `perSecond` messages a second over any time but the first second of it. */
export function makePace(perSecond: number, clock: () => number = Date.now): Pace {
  let freeAtMs = 0
  return {
    groupSize: Math.max(1, Math.min(GROUP_MAX, Math.floor(perSecond))),
    async take(count) {
      const now = clock()
      const startMs = Math.max(now, freeAtMs)
      freeAtMs = startMs + (count / perSecond) * 1000
      if (startMs > now) await delay(startMs - now)
    },
  }
}
