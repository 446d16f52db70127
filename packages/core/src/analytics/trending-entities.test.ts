import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankByGrowth, type MentionCounts } from './trending-entities.ts'

const counts = (changes: Partial<MentionCounts>): MentionCounts => ({
  entityId: 'Q1',
  type: 'ORG',
  windowCount: 7,
  windowAgencies: 2,
  activeDays: 3,
  baselineCount: 3,
  baselineAgencies: 1,
  ...changes,
})
const ids = (...rows: Partial<MentionCounts>[]) =>
  rankByGrowth(rows.map(counts)).map(({ entityId }) => entityId)

describe('a ranking by growth', () => {
  it('computes ratio and score by the documented formula', () => {
    const [ranked] = rankByGrowth([counts({})])
    // ((7 + 1) / 7) / ((3 + 1) / 28) is 8. The score is half of it, plus 0.3 × 2 / 1, plus a fifth of 8 / 2.
    expect(ranked).toMatchObject({ windowCount: 7, baselineCount: 3 })
    expect(ranked?.volumeRatio).toBeCloseTo(8, 12)
    expect(ranked?.trendingScore).toBeCloseTo(4 + 0.6 + 0.8, 12)
    // Four agencies of the baseline lower both shares of the score, but not the ratio.
    const [known] = rankByGrowth([counts({ baselineAgencies: 4 })])
    expect(known?.volumeRatio).toBeCloseTo(8, 12)
    expect(known?.trendingScore).toBeCloseTo(4 + 0.15 + 0.32, 12)
  })

  it('returns finite values when the baseline is empty', () => {
    const [ranked] = rankByGrowth([counts({ baselineCount: 0, baselineAgencies: 0 })])
    expect(ranked?.volumeRatio).toBeCloseTo(32, 12)
    expect(ranked?.trendingScore).toBeCloseTo(16 + 0.6 + 6.4, 12)
  })

  it('excludes places, few articles, a single day and usual coverage', () => {
    expect(ids({ type: 'LOC' })).toEqual([])
    expect(ids({ windowCount: 2 })).toEqual([])
    expect(ids({ windowCount: 3 })).toEqual(['Q1'])
    expect(ids({ activeDays: 1 })).toEqual([])
    expect(ids({ activeDays: 2 })).toEqual(['Q1'])
    // ((5 + 1) / 7) / ((15 + 1) / 28) is 1.5, which does not exceed the threshold.
    expect(ids({ windowCount: 5, baselineCount: 15 })).toEqual([])
    expect(ids({ windowCount: 5, baselineCount: 14 })).toEqual(['Q1'])
    for (let third = 1; third < 200; third++)
      expect(ids({ windowCount: 3 * third - 1, baselineCount: 8 * third - 1 })).toEqual([])
  })

  it('sorts by score, then by number of articles, then by id', () => {
    expect(
      ids({ entityId: 'a' }, { entityId: 'b', windowCount: 9 }, { entityId: 'c', windowCount: 8 }),
    ).toEqual(['b', 'c', 'a'])
    expect(ids({ entityId: 'a' }, { entityId: 'b', windowCount: 6, baselineCount: 0 })).toEqual(['b', 'a'])
    // Both grow eightfold.
    expect(ids({ entityId: 'a' }, { entityId: 'b', windowCount: 15, baselineCount: 7 })).toEqual(['b', 'a'])
    expect(ids({ entityId: 'b' }, { entityId: 'a' })).toEqual(['a', 'b'])
    expect(ids({ entityId: 'a' }, { entityId: 'b' })).toEqual(['a', 'b'])
  })

  it('contains every entity that grows by more than half, with a finite score', () => {
    const count = fc.nat(2000)
    fc.assert(
      fc.property(count, count, count, (windowCount, baselineCount, baselineAgencies) => {
        const ranked = rankByGrowth([counts({ windowCount, baselineCount, baselineAgencies })])
        const grows = windowCount >= 3 && (windowCount + 1) * 4 > 1.5 * (baselineCount + 1)
        expect(ranked).toHaveLength(grows ? 1 : 0)
        expect(
          ranked.every(({ trendingScore }) => Number.isFinite(trendingScore) && trendingScore > 0.75),
        ).toBe(true)
      }),
    )
  })

  it('contains at most 1,000 entities', () => {
    const many = Array.from({ length: 1500 }, (_, n) => counts({ entityId: `Q${n}`, windowCount: n + 3 }))
    expect(rankByGrowth(many)).toHaveLength(1000)
    expect(rankByGrowth(many)[0]?.entityId).toBe('Q1499')
  })
})
