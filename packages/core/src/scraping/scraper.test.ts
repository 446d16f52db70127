import { describe, expect, it } from 'vitest'
import { scrapeRequest } from './scraper.ts'

describe('scrapeRequest', () => {
  it('asks for the local days of the last hour', () => {
    // 00:10 in Brasília: the hour began on the day before.
    expect(scrapeRequest(['mec'], new Date('2026-06-01T03:10:00Z'))).toEqual({
      start_date: '2026-05-31',
      end_date: '2026-06-01',
      agencies: ['mec'],
      allow_update: false,
      sequential: true,
    })
    const afternoon = scrapeRequest(['mec'], new Date('2026-06-01T18:00:00Z'))
    expect([afternoon.start_date, afternoon.end_date]).toEqual(['2026-06-01', '2026-06-01'])
  })
})
