import { describe, expect, it } from 'vitest'
import { readCountsAddress, writeCounts, COUNTS_FORMATS, COUNTS_MEDIA_TYPES } from './counts-table.ts'

const read = (query: Record<string, string>) => readCountsAddress(Object.entries(query), 'json')

describe('a question of counts', () => {
  it('is by day, of fifty rows, without parameters', () => {
    expect(read({}).request).toMatchObject({ query: null, by: 'DAY', limit: 50 })
    expect(read({ q: 'rio', by: 'agency', agencies: 'mec' }).request).toMatchObject({
      query: 'rio',
      by: 'AGENCY',
      filter: { agencies: ['mec'] },
    })
  })

  it.each([
    ['1', 1],
    ['1000', 1000],
    ['1001', 1000],
  ])('may ask for %s rows, and gets %i', (limit, rows) => {
    expect(read({ limit }).request.limit).toBe(rows)
  })

  it.each([
    ['by', 'hour'],
    ['dedup', 'true'],
    ['oneStoryPer', 'true'],
    ['sort', 'VIEWS'],
    ['limit', '0'],
    ['limit', 'x'],
  ])('is refused with %s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ argument: name }) as unknown }),
    )
  })

  it('has its whole selection, with its title, and the form of its table', () => {
    const { selection, locale } = readCountsAddress(
      Object.entries({ q: 'rio', title: 'Rios', locale: 'pt-BR' }),
      'csv',
    )
    expect([selection.q, selection.title, locale.separator]).toEqual(['rio', 'Rios', ';'])
    expect(() => read({ locale: 'pt-BR' })).toThrow(/^locale: só vale para \.csv/)
  })

  it('cannot be by meaning', () => {
    expect(() => read({ q: 'rio', semantic: 'true' })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ argument: 'semantic' }) as unknown }),
    )
  })
})

it('counts are a table, or one object with the totals', () => {
  const counts = { total: 3, items: [{ key: 'mec', label: 'Educação', count: 3, share: 0.5 }] } as never
  const { locale } = read({})
  expect(writeCounts(counts, { format: 'json', by: 'AGENCY', locale })).toBe(
    '{"by":"agency","total":3,"items":[{"key":"mec","label":"Educação","count":3,"share":0.5}]}\n',
  )
  expect(writeCounts(counts, { format: 'csv', by: 'AGENCY', locale })).toBe(
    '\uFEFFkey,label,count,share\r\nmec,Educação,3,0.5\r\n',
  )
  expect(COUNTS_FORMATS).toEqual(['csv', 'json'])
  expect(COUNTS_MEDIA_TYPES).toEqual({
    csv: 'text/csv; charset=utf-8; header=present',
    json: 'application/json; charset=utf-8',
  })
})
