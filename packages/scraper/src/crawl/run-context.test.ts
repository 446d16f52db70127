import { expect, it } from 'vitest'
import { endAtDeadline, RunEnd, type RunContext } from './run-context.ts'

const DEADLINE = Date.UTC(2026, 5, 1)

/** Whether a run ends some milliseconds after the instant of its deadline. */
function ends(deadline: number | null, milliseconds: number): boolean {
  const context = {
    request: { deadline },
    ports: { now: () => new Date(DEADLINE + milliseconds) },
  } as unknown as RunContext
  try {
    endAtDeadline(context)
    return false
  } catch (error) {
    return error instanceof RunEnd && error.stopped === 'deadline'
  }
}

it.each([
  [DEADLINE, -1, false],
  [DEADLINE, 0, true],
  [DEADLINE, 1, true],
  [null, 0, false],
])('a run with the deadline %j ends %d ms after it: %j', (deadline, milliseconds, isEnded) => {
  expect(ends(deadline, milliseconds)).toBe(isEnded)
})
