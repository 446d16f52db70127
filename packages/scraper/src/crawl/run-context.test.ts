import { expect, it } from 'vitest'
import { endAtDeadline, RunEnd, type RunContext } from './run-context.ts'

const DEADLINE = Date.UTC(2026, 5, 1)

it.each([
  [DEADLINE, -1, false],
  [DEADLINE, 0, true],
  [DEADLINE, 1, true],
  [null, 0, false],
])('a run with the deadline %j ends %d ms after it: %j', (deadline, milliseconds, ends) => {
  const context = {
    request: { deadline },
    ports: { now: () => new Date(DEADLINE + milliseconds) },
  } as unknown as RunContext
  const run = () => endAtDeadline(context)
  if (ends) expect(run).toThrow(RunEnd)
  else expect(run).not.toThrow()
})
