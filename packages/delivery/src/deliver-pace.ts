import { setTimeout as delay } from 'node:timers/promises'

/** Largest group of messages; a slower channel sends at most one second of messages in a group. */
const GROUP_MAX = 50

/** Limits a worker to its share of the rate that a provider accepts. */
export interface Pace {
  /** Number of messages in a group. */
  groupSize: number
  /** Waits until `count` more messages may be sent. */
  take(count: number): Promise<void>
}

/**
 * Allows `perSecond` messages a second. Only the first second may exceed this, by one group. `clock` returns milliseconds,
 * and `wait` resolves after some of them.
 */
export function makePace(
  perSecond: number,
  clock: () => number = Date.now,
  wait: (milliseconds: number) => Promise<void> = delay,
): Pace {
  let freeAtMs = 0
  return {
    groupSize: Math.max(1, Math.min(GROUP_MAX, Math.floor(perSecond))),
    async take(count) {
      const now = clock()
      const startMs = Math.max(now, freeAtMs)
      freeAtMs = startMs + (count / perSecond) * 1000
      if (startMs > now) await wait(startMs - now)
    },
  }
}
