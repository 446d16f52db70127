import { describe, expect, it } from 'vitest'
import { makePace } from './deliver-pace.ts'

/** Milliseconds after which each of some takes was let through, begun all at once. */
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
  it('lets the first through at once and each other after its time', async () => {
    const [first = NaN, second = NaN, third = NaN] = await timesOf(1000, [150, 100, 1])
    // A timer may ring a millisecond early.
    expect(second).toBeGreaterThanOrEqual(149)
    expect(third).toBeGreaterThanOrEqual(249)
    expect(first).toBeLessThan(second)
  })

  it('forgets time in which nothing left, so that no burst makes up for it', async () => {
    let now = 0
    const pace = makePace(1000, () => now)
    await pace.take(100)
    now = 60_000
    await pace.take(100)
    const start = performance.now()
    await pace.take(1)
    expect(performance.now() - start).toBeGreaterThanOrEqual(99)
  })

  it('hands over a second’s worth at once, one at least and fifty at most', () => {
    expect([0.2, 1, 14.9, 1000].map((perSecond) => makePace(perSecond).groupSize)).toEqual([1, 1, 14, 50])
  })
})
