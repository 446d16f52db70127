import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankByGrowth, type MentionCounts } from './trending.ts'

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
  it('measures ratio and score as documented', () => {
    const [ranked] = rankByGrowth([counts({})])
    // (7 + 1) / 7 by (3 + 1) / 28 is 8; half of it, 0.3 × 2 / 1, and a fifth of 8 / 2.
    expect(ranked).toMatchObject({ windowCount: 7, baselineCount: 3 })
    expect(ranked?.volumeRatio).toBeCloseTo(8, 12)
    expect(ranked?.trendingScore).toBeCloseTo(4 + 0.6 + 0.8, 12)
  })

  it('is finite where nothing was written before', () => {
    const [ranked] = rankByGrowth([counts({ baselineCount: 0, baselineAgencies: 0 })])
    expect(ranked?.volumeRatio).toBeCloseTo(32, 12)
    expect(ranked?.trendingScore).toBeCloseTo(16 + 0.6 + 6.4, 12)
  })

  it('leaves out places, few articles, a single day and usual coverage', () => {
    expect(ids({ type: 'LOC' })).toEqual([])
    expect(ids({ windowCount: 2 })).toEqual([])
    expect(ids({ windowCount: 3 })).toEqual(['Q1'])
    expect(ids({ activeDays: 1 })).toEqual([])
    expect(ids({ activeDays: 2 })).toEqual(['Q1'])
    // (5 + 1) / 7 by (15 + 1) / 28 is 1.5, which is not more than that.
    expect(ids({ windowCount: 5, baselineCount: 15 })).toEqual([])
    expect(ids({ windowCount: 5, baselineCount: 14 })).toEqual(['Q1'])
    for (let third = 1; third < 200; third++)
      expect(ids({ windowCount: 3 * third - 1, baselineCount: 8 * third - 1 })).toEqual([])
  })

  it('puts the highest score first, and of equals the one with more articles, then by id', () => {
    expect(
      ids({ entityId: 'a' }, { entityId: 'b', windowCount: 9 }, { entityId: 'c', windowCount: 8 }),
    ).toEqual(['b', 'c', 'a'])
    expect(ids({ entityId: 'b' }, { entityId: 'a' })).toEqual(['a', 'b'])
  })

  it('has whoever grows by more than a half, with a finite score', () => {
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

  it('holds at most a thousand', () => {
    const many = Array.from({ length: 1500 }, (_, n) => counts({ entityId: `Q${n}`, windowCount: n + 3 }))
    expect(rankByGrowth(many)).toHaveLength(1000)
    expect(rankByGrowth(many)[0]?.entityId).toBe('Q1499')
  })
})
