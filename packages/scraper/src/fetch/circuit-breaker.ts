import type { Clock } from './ports.ts'

const FAILURES_TO_OPEN = 5
const PAUSE_MILLISECONDS = 5 * 60_000
const PAUSE_MAX_MILLISECONDS = 60 * 60_000

/**
 * Stops requests to a site that keeps failing. Five failures in a row pause it for 5 minutes. Then one request may try;
 * each further failure doubles the pause, up to an hour. A success closes the breaker.
 */
export class CircuitBreaker {
  readonly #clock: Clock
  #failures = 0
  #pause = PAUSE_MILLISECONDS
  #openUntil = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Milliseconds until the site may be asked again; 0 when it may be asked now. */
  get remaining(): number {
    return Math.max(0, this.#openUntil - this.#clock.now())
  }

  succeeded(): void {
    this.#failures = 0
    this.#pause = PAUSE_MILLISECONDS
    this.#openUntil = 0
  }

  failed(): void {
    this.#failures += 1
    if (this.#failures < FAILURES_TO_OPEN) return
    this.#openUntil = this.#clock.now() + this.#pause
    this.#pause = Math.min(this.#pause * 2, PAUSE_MAX_MILLISECONDS)
  }
}
