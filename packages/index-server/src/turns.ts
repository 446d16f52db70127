/** Work that has had this many slices is not put behind other work for having had more. */
const MAX_RANK = 10

interface Waiting {
  rank: number
  goOn: () => void
}

/**
 * Lets long work of many requests go on side by side: of all that wait for their turn one goes on per turn of the
 * event loop, the one that has had the fewest slices first. A request that arrives meanwhile waits for a single
 * slice, and short work ends before long work, however much of that there is.
 */
export class Turns {
  readonly #waiting: Waiting[] = []

  /** Resolves when the caller, which has had `slices` of time, may go on for another one. */
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
    // An immediate that is set by another one runs after the event loop has looked for new requests.
    if (this.#waiting.length > 0) setImmediate(() => this.#release())
  }
}
