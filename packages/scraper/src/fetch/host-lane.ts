import type { Clock } from './ports.ts'

const DELAY_MAX_MILLISECONDS = 60_000
const WIDEN = 2
const NARROW = 0.9

/**
 * The queue of one host: one request at a time, with a pause after each. The pause doubles, up to 60 s, when the host
 * asks to slow down, and narrows by a tenth with each answer until it is the usual one again.
 */
export class HostLane {
  readonly #clock: Clock
  #usual: number
  #delay: number
  #openAt = 0
  #last: Promise<unknown> = Promise.resolve()
  /** Milliseconds that requests waited for their turn. */
  waited = 0

  constructor(clock: Clock, usualMilliseconds: number) {
    this.#clock = clock
    this.#usual = usualMilliseconds
    this.#delay = usualMilliseconds
  }

  /** The present pause between two requests, in milliseconds. */
  get delay(): number {
    return this.#delay
  }

  /** Makes the usual pause at least this long, as robots.txt may ask. */
  require(milliseconds: number): void {
    this.#usual = Math.max(this.#usual, Math.min(milliseconds, DELAY_MAX_MILLISECONDS))
    this.#delay = Math.max(this.#delay, this.#usual)
  }

  /** Runs `work` after all earlier work on this host and after the pause. */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(async () => {
      const wait = this.#openAt - this.#clock.now()
      if (wait > 0) {
        this.waited += wait
        await this.#clock.sleep(wait)
      }
      try {
        return await work()
      } finally {
        this.#openAt = Math.max(this.#openAt, this.#clock.now() + this.#delay)
      }
    })
    // A failed request must not stop the ones behind it; its caller gets the error from `turn`.
    this.#last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  /** The host asked for less: the pause widens, and nothing is sent for `milliseconds`. */
  slowDown(milliseconds: number): void {
    this.#delay = Math.min(Math.max(this.#delay, 1_000) * WIDEN, DELAY_MAX_MILLISECONDS)
    this.#openAt = Math.max(this.#openAt, this.#clock.now() + milliseconds)
  }

  /** The host answered as usual: the pause narrows. */
  speedUp(): void {
    this.#delay = Math.max(this.#delay * NARROW, this.#usual)
  }
}
