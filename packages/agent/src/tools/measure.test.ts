import type { SearchIndex } from '@pauta/core/search-index/client'
import { describe, expect, it } from 'vitest'
import { countMonth, judge } from './measure.ts'

describe('countMonth', () => {
  it('counts the articles of the last 30 days', async () => {
    const filters: (string | undefined)[] = []
    const index = {
      search: async ({ filter_by: filter }: { filter_by?: string }) => {
        filters.push(filter)
        return { found: 7, facet_counts: [] }
      },
    } as unknown as SearchIndex
    expect(await countMonth(index, new Date('2026-07-01T12:00:00Z'))).toBe(7)
    const seconds = Date.parse('2026-06-01T12:00:00Z') / 1000
    expect(filters).toEqual([expect.stringContaining(String(seconds))])
  })
})

describe('judge', () => {
  it.each([
    [0, 1000, 'empty'],
    [1, 1000, 'good'],
    [50, 60, 'good'],
    [51, 60, 'broad'],
    [300, 1000, 'good'],
    [301, 1000, 'broad'],
  ])('calls %i of %i articles %s', (monthCount, month, verdict) => {
    expect(judge({ monthCount }, month)).toBe(verdict)
  })
})
