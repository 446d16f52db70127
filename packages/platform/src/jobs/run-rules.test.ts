import { describe, expect, it } from 'vitest'
import { decideRun, type RunFacts } from './run-rules.ts'

const now = new Date('2026-06-01T12:00:00Z')
const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const facts = (changes: Partial<RunFacts>): RunFacts => ({
  now,
  scheduledTime: minutesFromNow(-1),
  intervalMinutes: 15,
  own: undefined,
  other: undefined,
  ...changes,
})

describe('decideRun', () => {
  it('runs a run that is late by less than its interval', () => {
    expect(decideRun(facts({}))).toEqual({ kind: 'run' })
    expect(decideRun(facts({ scheduledTime: minutesFromNow(-14.9) }))).toEqual({ kind: 'run' })
  })

  it('skips a run that is late by its interval, with the minutes as the reason', () => {
    expect(decideRun(facts({ scheduledTime: minutesFromNow(-15) }))).toEqual({
      kind: 'skip',
      reason: '15 minutes late, and the next run comes every 15',
    })
  })

  it('runs a run without an interval at any time', () => {
    const late = facts({ scheduledTime: minutesFromNow(-5000), intervalMinutes: undefined })
    expect(decideRun(late)).toEqual({ kind: 'run' })
  })

  it('retries a run that has started at any time', () => {
    for (const status of ['waiting', 'failed', 'running'] as const)
      for (const leaseUntil of [minutesFromNow(-1), now, null])
        expect(decideRun(facts({ scheduledTime: minutesFromNow(-40), own: { status, leaseUntil } }))).toEqual(
          {
            kind: 'run',
          },
        )
  })

  it('skips a first attempt and a retry while another run of the target has a lease', () => {
    const other = { scheduledTime: minutesFromNow(-16) }
    const reason = 'the run of 2026-06-01T11:44:00.000Z is still in progress'
    expect(decideRun(facts({ other }))).toEqual({ kind: 'skip', reason })
    const own = { status: 'waiting' as const, leaseUntil: null }
    expect(decideRun(facts({ other, own }))).toEqual({ kind: 'skip', reason })
  })

  it('returns busy for a duplicate message while the run is in progress', () => {
    const own = { status: 'running' as const, leaseUntil: minutesFromNow(5) }
    expect(decideRun(facts({ own }))).toEqual({ kind: 'busy', until: minutesFromNow(5) })
  })

  it('returns settled for a run that succeeded or was skipped', () => {
    for (const status of ['succeeded', 'skipped'] as const)
      expect(decideRun(facts({ own: { status, leaseUntil: null } }))).toEqual({ kind: 'settled' })
  })
})
