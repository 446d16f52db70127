/** A connection that can have the turn. `describe` returns a text for the error of refused waiters. */
export interface Holder {
  describe(): string
}

interface Waiter {
  holder: Holder
  admit: () => void
  refuse: (error: Error) => void
  timer: NodeJS.Timeout
}

/**
 * Admits one holder at a time, in the order of arrival. A waiter is refused when the holder made no progress during
 * the waiting time. A holder that makes progress may take any time, because it is no deadlock.
 */
export class Turnstile {
  readonly #waitSeconds: number
  #current: Holder | undefined
  #lastProgress = Date.now()
  readonly #waiters: Waiter[] = []

  constructor(waitSeconds: number) {
    this.#waitSeconds = waitSeconds
  }

  /** Resolves when the holder's turn comes. Throws BackendBusyError when the turn does not come in time. */
  async enter(holder: Holder): Promise<void> {
    if (!this.#current) {
      this.#current = holder
      this.recordProgress()
      return
    }
    await new Promise<void>((resolve, reject) => {
      const waiter = {
        holder,
        admit: resolve,
        refuse: reject,
        timer: this.#watch(holder, this.#waitSeconds * 1000),
      }
      this.#waiters.push(waiter)
    })
  }

  /** Records progress of the current holder, which restarts the waiting time of the others. */
  recordProgress(): void {
    this.#lastProgress = Date.now()
  }

  #watch(holder: Holder, waitMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      const waiter = this.#waiters.find((one) => one.holder === holder)
      if (!waiter) return
      const left = this.#lastProgress + this.#waitSeconds * 1000 - Date.now()
      if (left > 0) waiter.timer = this.#watch(holder, left)
      else
        this.#refuse(holder, new BackendBusyError(this.#waitSeconds, this.#current?.describe() ?? 'nobody'))
    }, waitMs)
  }

  isHeldBy(holder: Holder): boolean {
    return this.#current === holder
  }

  /** Ends the holder's turn and admits the next in the queue. */
  leave(holder: Holder): void {
    if (this.#current !== holder) return
    const next = this.#waiters.shift()
    this.#current = next?.holder
    this.recordProgress()
    if (!next) return
    clearTimeout(next.timer)
    next.admit()
  }

  /** Removes a waiter from the queue, when its connection has closed. */
  leaveQueue(holder: Holder): void {
    this.#refuse(holder, new Error('left the queue'))
  }

  #refuse(holder: Holder, error: Error): void {
    const position = this.#waiters.findIndex((waiter) => waiter.holder === holder)
    const [waiter] = position < 0 ? [] : this.#waiters.splice(position, 1)
    if (!waiter) return
    clearTimeout(waiter.timer)
    waiter.refuse(error)
  }
}

/** The holder of the backend made no progress for the whole waiting time. */
export class BackendBusyError extends Error {
  constructor(waitSeconds: number, holder: string) {
    super(`the embedded server has one backend, which ${holder} holds without progress for ${waitSeconds} s`)
    this.name = 'BackendBusyError'
  }
}
