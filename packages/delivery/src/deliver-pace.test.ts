import { describe, expect, it } from 'vitest'
import { makePace } from './deliver-pace.ts'

/** Returns a pace whose waits end at once and are recorded in milliseconds. */
function makeRecordedPace(perSecond: number, clock: () => number) {
  const waits: number[] = []
  const pace = makePace(perSecond, clock, async (milliseconds) => void waits.push(milliseconds))
  return { pace, waits }
}

describe('a pace', () => {
  it('resolves the first call at once and each other after its time', async () => {
    const { pace, waits } = makeRecordedPace(1000, () => 0)
    for (const count of [150, 100, 1]) await pace.take(count)
    expect(waits).toEqual([150, 250])
  })

  it('allows no burst after an idle time', async () => {
    let now = 0
    const { pace, waits } = makeRecordedPace(1000, () => now)
    await pace.take(100)
    now = 60_000
    await pace.take(100)
    await pace.take(1)
    expect(waits).toEqual([100])
  })

  it('waits by the clock of the process when it gets no other', async () => {
    const pace = makePace(1000)
    const start = performance.now()
    await pace.take(20)
    await pace.take(1)
    // A timer may fire a little early.
    expect(performance.now() - start).toBeGreaterThan(10)
  })

  it('allows one second of messages in a group, at least one and at most fifty', () => {
    expect([0.2, 1, 14.9, 1000].map((perSecond) => makePace(perSecond).groupSize)).toEqual([1, 1, 14, 50])
  })
})
