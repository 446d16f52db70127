import { ScrapeError } from '../errors.ts'
import type { Clock, HostMemory } from './ports.ts'

const DELAY_MAX_MILLISECONDS = 60_000
const WIDEN = 2
const NARROW = 0.9
/** A request to a host that pauses for longer fails at once, so that a run does not spend its time waiting. */
const WAIT_MAX_MILLISECONDS = 2 * 60_000

export type HostLaneOptions = {
  readonly clock: Clock
  readonly memory: HostMemory
  readonly host: string
  readonly usualMilliseconds: number
  /** Longest duration of one request. After this time, the turn of a killed process is free again. */
  readonly holdMilliseconds: number
}

/**
 * The queue of one host. All processes that share the memory send one request at a time, with a pause after each. When
 * the host answers 429 or 503, the pause doubles, up to 60 s. Each other answer shortens the pause by a tenth, down to
 * the usual pause.
 */
export class HostLane {
  readonly #options: HostLaneOptions
  #usual: number
  #delay: number
  #last: Promise<unknown> = Promise.resolve()
  /** End of the pause after the last turn of this lane, in milliseconds since 1970. */
  #openAt = 0
  /** Milliseconds that requests waited for their turn. */
  waited = 0

  constructor(options: HostLaneOptions) {
    this.#options = options
    this.#usual = options.usualMilliseconds
    this.#delay = options.usualMilliseconds
  }

  /** The current pause between two requests, in milliseconds. */
  get delay(): number {
    return this.#delay
  }

  /** Makes the usual pause at least this long, for a delay in robots.txt. */
  require(milliseconds: number): void {
    this.#usual = Math.max(this.#usual, Math.min(milliseconds, DELAY_MAX_MILLISECONDS))
    this.#delay = Math.max(this.#delay, this.#usual)
  }

  /**
   * Runs `work` after all earlier work on this host and after the pause. Throws ScrapeError `host_paused` when the host
   * pauses for more than two minutes.
   */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(async () => {
      await this.#takeTurn()
      try {
        const value = await work()
        // Any answer but 429 and 503 shortens the pause.
        this.#delay = Math.max(this.#delay * NARROW, this.#usual)
        return value
      } finally {
        this.#openAt = this.#options.clock.now() + this.#delay
        const pause = { delayMilliseconds: this.#delay, openAt: this.#openAt }
        await this.#options.memory.endTurn(this.#options.host, pause)
      }
    })
    // A failed request must not stop the requests after it; its caller gets the error from `turn`.
    this.#last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  async #takeTurn(): Promise<void> {
    const { clock, memory, host, holdMilliseconds } = this.#options
    // A clock that was set back must not make the pause longer.
    const ownPauseEnd = Math.min(this.#openAt, clock.now() + this.#delay)
    for (let now = await this.#sleepUntil(ownPauseEnd); ;) {
      const times = { now, holdUntil: now + holdMilliseconds }
      const { waitMilliseconds, delayMilliseconds } = await memory.takeTurn(host, times)
      this.#delay = Math.max(this.#usual, Math.min(delayMilliseconds, DELAY_MAX_MILLISECONDS))
      if (waitMilliseconds <= 0) return
      if (waitMilliseconds > WAIT_MAX_MILLISECONDS)
        throw new ScrapeError('host_paused', `${host} asked to wait ${Math.ceil(waitMilliseconds / 1000)} s`)
      now = await this.#sleepUntil(now + waitMilliseconds)
    }
  }

  /** Sleeps until a time, in milliseconds since 1970, and returns the time then, which is not earlier. */
  async #sleepUntil(time: number): Promise<number> {
    const { clock } = this.#options
    const milliseconds = time - clock.now()
    if (milliseconds > 0) {
      this.waited += milliseconds
      await clock.sleep(milliseconds)
    }
    // A timer may fire a little early. The turn would then be requested twice.
    return Math.max(clock.now(), time)
  }

  /** Doubles the pause, and sends nothing for `milliseconds`. Call it after an answer 429 or 503. */
  async slowDown(milliseconds: number): Promise<void> {
    const { clock, memory, host } = this.#options
    this.#delay = Math.min(Math.max(this.#delay, 1_000) * WIDEN, DELAY_MAX_MILLISECONDS)
    await memory.savePause(host, { delayMilliseconds: this.#delay, openAt: clock.now() + milliseconds })
  }
}
