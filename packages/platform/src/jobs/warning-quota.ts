import { MINUTE_MS } from '../time/time.ts'

const PERIOD_MS = 15 * MINUTE_MS
/** Warnings of a period. A host that is down fails the runs of all its sites, and a few of them tell as much. */
const WARNINGS_MAX = 3

/** Limits the warnings about failures that are expected, such as those of news sites. */
export class WarningQuota {
  #periodAt = 0
  #warnings = 0
  #suppressed = 0

  /** Whether a failure at `now` (milliseconds) is logged as a warning, and how many were not since the last one. */
  take(now: number): { isLogged: boolean; suppressed: number } {
    if (now - this.#periodAt >= PERIOD_MS) {
      this.#periodAt = now
      this.#warnings = 0
    }
    if (this.#warnings >= WARNINGS_MAX) {
      this.#suppressed += 1
      return { isLogged: false, suppressed: 0 }
    }
    const suppressed = this.#suppressed
    this.#warnings += 1
    this.#suppressed = 0
    return { isLogged: true, suppressed }
  }
}
