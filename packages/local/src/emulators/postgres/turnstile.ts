/** Somebody who can hold the turnstile, with words for the error of those who waited in vain. */
export interface Holder {
  describe(): string
}

interface Waiter {
  holder: Holder
  admit: () => void
  refuse: (error: Error) => void
  timer: NodeJS.Timeout
}

/** Lets one holder through at a time, first come first served, and refuses who has waited too long. */
export class Turnstile {
  readonly #waitSeconds: number
  #current: Holder | undefined
  readonly #waiters: Waiter[] = []

  constructor(waitSeconds: number) {
    this.#waitSeconds = waitSeconds
  }

  /** Resolves when it is this holder's turn. Throws BackendBusyError after the waiting time. */
  async enter(holder: Holder): Promise<void> {
    if (!this.#current) {
      this.#current = holder
      return
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        const holding = this.#current?.describe() ?? 'nobody'
        this.#refuse(holder, new BackendBusyError(this.#waitSeconds, holding))
      }, this.#waitSeconds * 1000)
      this.#waiters.push({ holder, admit: resolve, refuse: reject, timer })
    })
  }

  isHeldBy(holder: Holder): boolean {
    return this.#current === holder
  }

  isFree(): boolean {
    return this.#current === undefined
  }

  /** Hands over to the next in the queue. */
  leave(holder: Holder): void {
    if (this.#current !== holder) return
    const next = this.#waiters.shift()
    this.#current = next?.holder
    if (!next) return
    clearTimeout(next.timer)
    next.admit()
  }

  /** Takes a waiter out of the queue, when its connection has gone. */
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

/** The backend was held by another connection for the whole waiting time. */
export class BackendBusyError extends Error {
  constructor(waitSeconds: number, holder: string) {
    super(`the embedded server has one backend, and it was busy for ${waitSeconds} s with ${holder}`)
    this.name = 'BackendBusyError'
  }
}
