import { describe, expect, it } from 'vitest'
import type { AgencyResult } from '../crawl/run-counts.ts'
import { summariseRun } from './run-summary.ts'

const request = { window: { start: '2026-03-08', end: '2026-03-10' } }
const unknown = { agency: 'x', error: 'unknown agency' }
const result = (agency: string, changes: Partial<AgencyResult> = {}) =>
  ({
    agency,
    status: 'success',
    scraped: 3,
    sent: 2,
    errorKind: null,
    errorMessage: null,
    ...changes,
  }) as AgencyResult
const failed = {
  status: 'error',
  errorKind: 'network_error',
  errorMessage: 'time-out',
  scraped: 0,
  sent: 0,
} as const

describe('the outcome of a run', () => {
  it('adds up what was read and sent, and names each agency once', () => {
    const results = [result('a'), result('a', { status: 'partial' }), result('b', failed)]
    expect(summariseRun(request, results)).toEqual({
      status: 'partial',
      start_date: '2026-03-08',
      end_date: '2026-03-10',
      articles_scraped: 6,
      articles_saved: 4,
      agencies_processed: ['a'],
      errors: [{ agency: 'b', error: 'network_error: time-out' }],
      message: '1 of 2 agencies with errors',
      results,
    })
  })

  it.each([
    ['nothing', [], [], 'completed', '0 agencies read'],
    [
      'agencies without faults',
      [result('a'), result('b', { status: 'partial' })],
      [],
      'completed',
      '2 agencies read',
    ],
    [
      'a fault beside what was read',
      [result('a', { errorKind: 'anti_bot' })],
      [],
      'partial',
      '1 of 1 agencies with errors',
    ],
    [
      'two faults of an agency',
      [result('a', failed), result('a', failed)],
      [],
      'failed',
      '1 of 1 agencies with errors',
    ],
    ['an unknown agency', [], [unknown], 'failed', '1 of 1 agencies with errors'],
    ['an unknown agency beside another', [result('a')], [unknown], 'partial', '1 of 2 agencies with errors'],
  ] as const)('of %s', (_, results, refused, status, message) => {
    expect(summariseRun(request, results, refused)).toMatchObject({ status, message })
  })

  it('names refused agencies before those with faults', () => {
    const { errors } = summariseRun(request, [result('a', { ...failed, errorMessage: null })], [unknown])
    expect(errors).toEqual([unknown, { agency: 'a', error: 'network_error: ' }])
  })
})
