import { describe, expect, it } from 'vitest'
import { makePace } from './deliver-pace.ts'

/** Returns after how many milliseconds each of several simultaneous `take` calls resolved. */
async function timesOf(perSecond: number, counts: readonly number[]): Promise<number[]> {
  const pace = makePace(perSecond)
  const start = performance.now()
  return await Promise.all(
    counts.map(async (count) => {
      await pace.take(count)
      return performance.now() - start
    }),
  )
}

describe('a pace', () => {
  it('resolves the first call at once and each other after its time', async () => {
    const [first = NaN, second = NaN, third = NaN] = await timesOf(1000, [150, 100, 1])
    // A timer may fire a millisecond early.
    expect(second).toBeGreaterThanOrEqual(149)
    expect(third).toBeGreaterThanOrEqual(249)
    expect(first).toBeLessThan(second)
  })

  it('allows no burst after an idle time', async () => {
    let now = 0
    const pace = makePace(1000, () => now)
    await pace.take(100)
    now = 60_000
    await pace.take(100)
    const start = performance.now()
    await pace.take(1)
    expect(performance.now() - start).toBeGreaterThanOrEqual(99)
  })

  it('allows one second of messages in a group, at least one and at most fifty', () => {
    expect([0.2, 1, 14.9, 1000].map((perSecond) => makePace(perSecond).groupSize)).toEqual([1, 1, 14, 50])
  })
})
