/** Slice counts above this number are treated as equal. */
const MAX_RANK = 10

interface Waiting {
  rank: number
  goOn: () => void
}

/**
 * Runs long work of many requests in turns. In each turn of the event loop, the waiting work with the fewest slices
 * continues. A new request waits for a single slice, and short work ends before long work under any load.
 */
export class Turns {
  readonly #waiting: Waiting[] = []

  /** Resolves when the caller, which has had `slices` of time, may run another slice. */
  next(slices: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ rank: Math.min(slices, MAX_RANK), goOn: resolve })
      if (this.#waiting.length === 1) setImmediate(() => this.#release())
    })
  }

  #release(): void {
    let first = 0
    for (let at = 1; at < this.#waiting.length; at++) {
      if (this.#waiting[at]!.rank < this.#waiting[first]!.rank) first = at
    }
    const [chosen] = this.#waiting.splice(first, 1)
    chosen?.goOn()
    // An immediate set by another immediate runs after the event loop has polled for new requests.
    if (this.#waiting.length > 0) setImmediate(() => this.#release())
  }
}
