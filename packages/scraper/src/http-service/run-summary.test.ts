import { expect, it } from 'vitest'
import { summariseRun } from './run-summary.ts'

it('counts an unknown agency among the agencies with errors', () => {
  const unknown = { agency: 'x', error: 'unknown agency' }
  const request = { window: { start: '2026-03-08', end: '2026-03-10' } }
  expect(summariseRun(request, [], [unknown])).toMatchObject({
    status: 'failed',
    message: '1 of 1 agencies with errors',
    errors: [unknown],
  })
  expect(summariseRun(request, []).message).toBe('0 agencies read')
})
