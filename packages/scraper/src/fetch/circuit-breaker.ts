import type { BreakerState, Clock } from './ports.ts'

/** Failures in a row that pause one site. */
export const SITE_FAILURES = 5
/** Failures in a row that pause a host. Failures of all its sites count; an answer of any site sets the count to 0. */
export const HOST_FAILURES = 10
const PAUSE_MILLISECONDS = 5 * 60_000
const PAUSE_MAX_MILLISECONDS = 60 * 60_000
const CLOSED: BreakerState = { failures: 0, pauseMilliseconds: PAUSE_MILLISECONDS, openUntil: 0 }

/**
 * Stops requests to a site or a host that keeps failing. Failures in a row pause it for 5 minutes. Then one request is
 * sent; each further failure doubles the pause, up to an hour. A success ends the pause.
 */
export class CircuitBreaker {
  readonly #clock: Pick<Clock, 'now'>
  readonly #failuresToOpen: number
  #state: BreakerState

  /** `state` is what an earlier run saved, or null. */
  constructor(clock: Pick<Clock, 'now'>, state: BreakerState | null, failuresToOpen: number) {
    this.#clock = clock
    this.#failuresToOpen = failuresToOpen
    this.#state = state ?? CLOSED
  }

  get state(): BreakerState {
    return this.#state
  }

  /** Milliseconds until the next request may be sent; 0 without a pause. */
  get remaining(): number {
    return Math.max(0, this.#state.openUntil - this.#clock.now())
  }

  /** Returns true when the state changed. */
  succeeded(): boolean {
    const isChanged = this.#state.failures > 0
    this.#state = CLOSED
    return isChanged
  }

  failed(): void {
    const { failures, pauseMilliseconds, openUntil } = this.#state
    const isOpen = failures + 1 >= this.#failuresToOpen
    this.#state = {
      failures: failures + 1,
      pauseMilliseconds: isOpen ? Math.min(pauseMilliseconds * 2, PAUSE_MAX_MILLISECONDS) : pauseMilliseconds,
      openUntil: isOpen ? this.#clock.now() + pauseMilliseconds : openUntil,
    }
  }
}
