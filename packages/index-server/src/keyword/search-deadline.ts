/** The time at which a search stops. */
export class SearchDeadline {
  readonly #end: number
  #isOver = false

  /** `milliseconds` count from now on. */
  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds
  }

  /** True when the time is over. Reading it then records that work was left undone. */
  check(): boolean {
    this.#isOver ||= performance.now() >= this.#end
    return this.#isOver
  }

  /** True when work was left undone. */
  get isOver(): boolean {
    return this.#isOver
  }
}
