/** When a search stops to look for more. */
export class SearchDeadline {
  readonly #end: number
  #isOver = false

  /** `milliseconds` count from now on. */
  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds
  }

  /** Whether the time is over; whoever asks then leaves work undone. */
  check(): boolean {
    this.#isOver ||= performance.now() >= this.#end
    return this.#isOver
  }

  /** Whether work was left undone. */
  get isOver(): boolean {
    return this.#isOver
  }
}
