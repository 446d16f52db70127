import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countStates,
  describeRest,
  findRatio,
  placeOnScale,
  sortByAttention,
  STATES,
  type AgencyRow,
} from './describe-freshness.ts'

const aRow = (changes: Partial<AgencyRow>): AgencyRow => ({
  agencyKey: 'mec',
  agencyName: 'Ministério da Educação',
  state: 'FRESH',
  measuredAt: '2026-11-22T12:00:00Z',
  lastArticleId: null,
  lastArticleAt: null,
  silentDays: 1,
  usualPauseDays: 1,
  longPauseDays: 3,
  articles: 10,
  lastReadAt: null,
  failedReads: 0,
  lastErrorKind: null,
  fallbackShare: null,
  ...changes,
})

const row = fc
  .record({
    state: fc.constantFrom(...STATES),
    silentDays: fc.option(fc.nat({ max: 400 })),
    longPauseDays: fc.option(fc.integer({ min: 1, max: 60 })),
    agencyKey: fc.string(),
  })
  .map(aRow)

describe('agencies by attention', () => {
  it('keeps every agency, and puts the longest silence of each state first', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const sorted = sortByAttention(rows)
        expect(sorted.map(({ agencyKey }) => agencyKey).toSorted()).toEqual(
          rows.map(({ agencyKey }) => agencyKey).toSorted(),
        )
        const ranks = sorted.map(({ state }) => STATES.indexOf(state))
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
        for (const state of STATES) {
          const ratios = sorted.flatMap((each) => (each.state === state ? (findRatio(each) ?? []) : []))
          expect(ratios).toEqual(ratios.toSorted((a, b) => b - a))
        }
      }),
    )
  })

  it('counts every agency once', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const counts = countStates(rows)
        for (const state of STATES)
          expect(counts[state]).toBe(rows.filter((each) => each.state === state).length)
      }),
    )
  })
})

it('names the states of the others in a sentence', () => {
  const counts = countStates([
    aRow({ state: 'LATE' }),
    aRow({ state: 'LATE' }),
    aRow({ state: 'STOPPED' }),
    aRow({}),
  ])
  expect(describeRest(counts)).toBe('2 atrasados e 1 parado')
  expect(describeRest(countStates([aRow({})]))).toBe('nenhum estava atrasado')
})

it('places durations on a scale from a second to a day', () => {
  expect([0, 1, 86_400, 999_999].map(placeOnScale)).toEqual([0, 0, 1, 1])
  expect(placeOnScale(3600)).toBeGreaterThan(placeOnScale(60))
})
