import { describe, expect, it } from 'vitest'
import {
  anyQuestion,
  daysBeforeThese,
  daysOf,
  layOut,
  readCompare,
  writeCompare,
  type CompareState,
} from './compare-state.ts'

const TODAY = '2026-06-10'
const read = (query: string) => readCompare(new URLSearchParams(query), TODAY)
const days = (from: string, to: string) => ({ from, to })
const LAST_30 = days('2026-05-11', '2026-06-09')

it('reads the state that it wrote, with commas, quotes and ampersands in questions', () => {
  const state: CompareState = {
    questions: [
      { ...anyQuestion(), q: 'dengue & "zika", sim', agencies: ['a,b', 'saude'], excludeKeywords: ['c,d'] },
      { ...anyQuestion(), startDate: '2026-01-01', endDate: '2026-01-31' },
    ],
    days: days('2026-05-01', '2026-05-31'),
    measure: 'share',
  }
  const [, query = ''] = writeCompare(state).split('?')
  expect(read(query)).toEqual(state)
})

describe('an address that says less, or what no page can show', () => {
  it.each([
    ['nothing', '', { questions: [anyQuestion()], days: LAST_30, measure: 'count' }],
    ['a day that does not exist', 'startDate=2026-13-01&endDate=2026-06-01', { days: LAST_30 }],
    ['an end before the start', 'startDate=2026-06-02&endDate=2026-06-01', { days: LAST_30 }],
    ['one day', 'startDate=2026-06-01&endDate=2026-06-01', { days: days('2026-06-01', '2026-06-01') }],
    ['today', `startDate=2026-06-01&endDate=${TODAY}`, { days: days('2026-06-01', TODAY) }],
    ['tomorrow', 'startDate=2026-06-01&endDate=2026-06-11', { days: LAST_30 }],
    ['3,653 days', 'startDate=2016-06-01&endDate=2026-06-01', { days: days('2016-06-01', '2026-06-01') }],
    ['3,654 days', 'startDate=2016-05-31&endDate=2026-06-01', { days: LAST_30 }],
    ['another measure', 'measure=size', { measure: 'count' }],
    ['an order and a page', 'question=sort%3Dviews%26page%3D3', { questions: [anyQuestion()] }],
  ])('is read: %s', (_, query, expected) => {
    expect(read(query)).toMatchObject(expected)
  })

  it('has at most five questions', () => {
    const query = ['a', 'b', 'c', 'd', 'e', 'f'].map((q) => `question=q%3D${q}`).join('&')
    expect(read(query).questions.map(({ q }) => q)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

it('gives a question its own days, completes one end from the page, and leaves out what is no range', () => {
  const common = days('2026-05-01', '2026-05-31')
  const own = (startDate: string, endDate: string) =>
    daysOf({ ...anyQuestion(), startDate, endDate }, common, TODAY)
  expect(own('', '')).toEqual(common)
  expect(own('2026-01-01', '2026-01-31')).toEqual(days('2026-01-01', '2026-01-31'))
  expect(own('2026-05-20', '')).toEqual(days('2026-05-20', '2026-05-31'))
  expect(own('2026-06-01', '')).toEqual(common)
  expect(own('2026-06-01', '2026-06-11')).toEqual(common)
})

it('takes as many days before, over the end of a month and a leap day', () => {
  expect(daysBeforeThese(days('2026-06-01', '2026-06-01'))).toEqual(days('2026-05-31', '2026-05-31'))
  expect(daysBeforeThese(days('2024-03-01', '2024-03-31'))).toEqual(days('2024-01-30', '2024-02-29'))
})

it('lays all questions on the axis of the one with most periods', () => {
  const may = days('2026-05-01', '2026-05-31')
  const april = days('2026-04-01', '2026-04-30')
  expect(layOut([april, april])).toEqual({ granularity: 'DAY', isAligned: false, axis: april })
  expect(layOut([april, may])).toEqual({ granularity: 'DAY', isAligned: true, axis: may })
  // Seventy days from a Monday touch ten weeks; sixty-five from a Sunday touch eleven.
  const long = days('2026-03-02', '2026-05-10')
  const cut = days('2026-01-04', '2026-03-09')
  expect(layOut([long, cut])).toEqual({ granularity: 'WEEK', isAligned: true, axis: cut })
})
