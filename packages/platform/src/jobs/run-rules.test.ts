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
  it('runs what is on time, up to its interval', () => {
    expect(decideRun(facts({}))).toEqual({ kind: 'run' })
    expect(decideRun(facts({ scheduledTime: minutesFromNow(-14.9) }))).toEqual({ kind: 'run' })
  })

  it('skips a run that is as late as its interval is long, and says by how much', () => {
    expect(decideRun(facts({ scheduledTime: minutesFromNow(-15) }))).toEqual({
      kind: 'skip',
      reason: '15 minutes late, and the next run comes every 15',
    })
  })

  it('never finds a run without an interval too late', () => {
    const late = facts({ scheduledTime: minutesFromNow(-5000), intervalMinutes: undefined })
    expect(decideRun(late)).toEqual({ kind: 'run' })
  })

  it('tries a run again that has started, however late', () => {
    for (const status of ['waiting', 'failed', 'running'] as const) {
      const own = { status, leaseUntil: minutesFromNow(-1) }
      expect(decideRun(facts({ scheduledTime: minutesFromNow(-40), own }))).toEqual({ kind: 'run' })
    }
  })

  it('skips when another run of the same target holds its lease, also a second try', () => {
    const other = { scheduledTime: minutesFromNow(-16) }
    const reason = 'the run of 2026-06-01T11:44:00.000Z is still under way'
    expect(decideRun(facts({ other }))).toEqual({ kind: 'skip', reason })
    const own = { status: 'waiting' as const, leaseUntil: null }
    expect(decideRun(facts({ other, own }))).toEqual({ kind: 'skip', reason })
  })

  it('leaves the second copy of a message alone while the first is worked on', () => {
    const own = { status: 'running' as const, leaseUntil: minutesFromNow(5) }
    expect(decideRun(facts({ own }))).toEqual({ kind: 'busy', until: minutesFromNow(5) })
  })

  it('does not repeat what is settled', () => {
    for (const status of ['succeeded', 'skipped'] as const)
      expect(decideRun(facts({ own: { status, leaseUntil: null } }))).toEqual({ kind: 'settled' })
  })
})
