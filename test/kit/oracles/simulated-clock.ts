import type { Clock } from '@pauta/scraper/fetch/ports'
import { seeded } from '../runner/seeded.ts'

/** Turns of the event loop after which everything that waits for no sleep has ended. */
const SETTLING_TURNS = 2

interface Sleeper {
  wakesAt: number
  /** Sleeps with the same end finish in the order in which they started. */
  order: number
  wake: () => void
}

/** A clock that jumps from one sleep to the next, so that a day takes as long as its work. */
export class SimulatedClock implements Clock {
  #now: number
  #order = 0
  readonly #sleepers: Sleeper[] = []
  readonly random: () => number

  constructor(start: Date, seed: number) {
    this.#now = start.getTime()
    this.random = seeded(seed)
  }

  now = (): number => this.#now

  sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      this.#order += 1
      this.#insert({ wakesAt: this.#now + Math.max(0, milliseconds), order: this.#order, wake: resolve })
    })

  /** Keeps the sleeps in the order in which they end, the next one last. */
  #insert(sleeper: Sleeper): void {
    const isLater = (other: Sleeper) =>
      other.wakesAt > sleeper.wakesAt || (other.wakesAt === sleeper.wakesAt && other.order > sleeper.order)
    let low = 0
    let high = this.#sleepers.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#sleepers[middle]
      if (other !== undefined && isLater(other)) low = middle + 1
      else high = middle
    }
    this.#sleepers.splice(low, 0, sleeper)
  }

  /** Lets time pass until the given work ends. */
  async runUntil(work: Promise<unknown>): Promise<void> {
    let isOver = false
    const end = work.finally(() => void (isOver = true))
    for (;;) {
      for (let turn = 0; turn < SETTLING_TURNS; turn += 1)
        await new Promise((resolve) => setImmediate(resolve))
      if (isOver) break
      const next = this.#sleepers.pop()
      if (next === undefined) continue
      this.#now = Math.max(this.#now, next.wakesAt)
      next.wake()
    }
    await end
  }
}
