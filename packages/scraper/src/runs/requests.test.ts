import { describe, expect, it } from 'vitest'
import { listFaults, scrapeBodySchema, scrapeRequest } from './requests.ts'

const START = { start_date: '2026-03-10' }
function faultsOf(body: unknown) {
  const { error } = scrapeBodySchema.safeParse(body)
  return error ? listFaults(error, body) : []
}

describe('the body of a scrape route', () => {
  it.each([
    [START, { end_date: '2026-03-10', agencies: [], allow_update: false }],
    [
      { ...START, end_date: null, agencies: null, allow_update: null, sequential: null, more: 1 },
      { end_date: '2026-03-10', agencies: [], allow_update: false },
    ],
    [
      { ...START, end_date: '2026-03-11', agencies: ['mec'], allow_update: true, sequential: true },
      { end_date: '2026-03-11', agencies: ['mec'], allow_update: true },
    ],
    [
      { ...START, end_date: '2026-03-10' },
      { end_date: '2026-03-10', agencies: [], allow_update: false },
    ],
  ])('%j is read with its defaults', (body, expected) => {
    expect(scrapeBodySchema.parse(body)).toEqual({ ...START, ...expected })
  })

  it('names 500 agencies at most', () => {
    const body = (count: number) => ({ ...START, agencies: Array<string>(count).fill('mec') })
    expect(faultsOf(body(500))).toEqual([])
    expect(faultsOf(body(501))).toMatchObject([{ type: 'too_big', loc: ['body', 'agencies'] }])
  })
})

describe('the faults of a body', () => {
  it.each<[unknown, object]>([
    [{}, { type: 'missing', loc: ['body', 'start_date'], msg: 'field required' }],
    [
      { start_date: '2026-02-30' },
      { type: 'date_parsing', loc: ['body', 'start_date'], msg: 'a day as YYYY-MM-DD', input: '2026-02-30' },
    ],
    [
      { ...START, end_date: '2026-03-09' },
      {
        type: 'date_order',
        loc: ['body', 'end_date'],
        msg: 'end_date is before start_date',
        input: '2026-03-09',
      },
    ],
    [
      { ...START, agencies: ['mec', 7] },
      { type: 'string_type', loc: ['body', 'agencies', 1], input: 7 },
    ],
    [
      { ...START, allow_update: 'no' },
      { type: 'boolean_type', loc: ['body', 'allow_update'], input: 'no' },
    ],
    [
      { ...START, agencies: 'mec' },
      { type: 'array_type', loc: ['body', 'agencies'], input: 'mec' },
    ],
    ['text', { type: 'object_type', loc: ['body'], input: 'text' }],
    [null, { type: 'object_type', loc: ['body'], input: null }],
  ])('of %j are named with their place', (body, fault) => {
    expect(faultsOf(body)).toMatchObject([fault])
  })

  it('have no value where there is none', () => {
    expect(faultsOf({})).toEqual([{ type: 'missing', loc: ['body', 'start_date'], msg: 'field required' }])
  })

  it('show at most 200 characters of a value as JSON', () => {
    const inputOf = (value: unknown) => faultsOf({ ...START, allow_update: value })[0]?.input
    // The quotes of JSON count.
    const longest = 'x'.repeat(198)
    expect(inputOf(longest)).toBe(longest)
    expect(inputOf(`${longest}x`)).toBe(`"${longest}x…`)
  })
})

describe('scrapeRequest', () => {
  it('requests the local days of the last hour', () => {
    // 00:10 in Brasília, so the hour began on the previous day.
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
