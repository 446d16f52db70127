import { describe, expect, it } from 'vitest'
import { compareSearch } from './compare-search.ts'
import { readState } from './selection.ts'

const TODAY = '2026-06-10'

describe('the comparison of a search', () => {
  const readOf = (startDate: string, endDate: string) => {
    const search = {
      ...readState(new URLSearchParams('q=dengue&semantic=true&sort=views')),
      startDate,
      endDate,
    }
    return Object.fromEntries(new URLSearchParams(compareSearch(search, TODAY).split('?')[1]))
  }

  it.each([
    ['2026-06-04', TODAY],
    ['2026-06-04', '2026-06-04'],
    ['2016-06-10', TODAY],
  ])('has %s to %s as the days of the page', (startDate, endDate) => {
    expect(readOf(startDate, endDate)).toEqual({ question: 'q=dengue', startDate, endDate })
  })

  it.each([
    ['one end', '2026-06-04', '', 'q=dengue&startDate=2026-06-04'],
    ['no days', '', '', 'q=dengue'],
    ['a day that has not come', TODAY, '2026-06-11', `q=dengue&startDate=${TODAY}&endDate=2026-06-11`],
    ['more than ten years', '2016-06-09', TODAY, `q=dengue&startDate=2016-06-09&endDate=${TODAY}`],
  ])('leaves %s to the question', (_, startDate, endDate, question) => {
    expect(readOf(startDate, endDate)).toEqual({ question })
  })
})
