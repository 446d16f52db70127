import { describe, expect, it } from 'vitest'
import { listDays } from './replay-days.ts'

describe('listDays', () => {
  it('includes both ends, over the end of a month', () => {
    expect(listDays('2026-02-27', '2026-03-02')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ])
    expect(listDays('2026-06-01', '2026-06-01')).toEqual(['2026-06-01'])
  })

  it('throws for an end before the start and for a range above 731 days', () => {
    expect(() => listDays('2026-06-02', '2026-06-01')).toThrow(/lies before/)
    expect(listDays('2024-01-01', '2025-12-31')).toHaveLength(731)
    expect(() => listDays('2024-01-01', '2026-01-01')).toThrow(/^732 days are too many: .* at most 731/)
  })
})
