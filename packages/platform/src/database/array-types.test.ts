import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readArray, writeArray } from './array-types.ts'

const asText = (text: string) => text

describe('arrays in PostgreSQL notation', () => {
  it('are written with every element quoted, so that no content is read as syntax', () => {
    expect(writeArray(['a', null, 'NULL', '', 'say "x"', 'c:\\d', '{,}'])).toBe(
      String.raw`{"a",NULL,"NULL","","say \"x\"","c:\\d","{,}"}`,
    )
    expect(writeArray([])).toBe('{}')
    expect(writeArray([1, 2.5, -0, 9_007_199_254_740_993n])).toBe('{"1","2.5","0","9007199254740993"}')
    expect(writeArray([true, false, new Date('2026-06-01T12:00:00Z')])).toBe(
      '{"true","false","2026-06-01T12:00:00.000Z"}',
    )
    expect(writeArray([['a'], ['b']])).toBe('{{"a"},{"b"}}')
    expect(writeArray([{ a: '"' }])).toBe(String.raw`{"{\"a\":\"\\\"\"}"}`)
  })

  it('throw on undefined elements', () => {
    expect(() => writeArray(['a', undefined])).toThrow('use null')
  })

  it('are read in the notation of the server, which quotes only when necessary', () => {
    expect(readArray(String.raw`{a,NULL,"NULL","","say \"x\"","c:\\d","{,}"}`, asText)).toEqual([
      'a',
      null,
      'NULL',
      '',
      'say "x"',
      'c:\\d',
      '{,}',
    ])
    expect(readArray('{}', asText)).toEqual([])
    expect(readArray('{1,-2.5,NULL}', Number)).toEqual([1, -2.5, null])
    expect(readArray('{{a,b},{NULL,"d"}}', asText)).toEqual([
      ['a', 'b'],
      [null, 'd'],
    ])
    expect(readArray('[0:1]={a,b}', asText)).toEqual(['a', 'b'])
  })

  it('keep any content when written and read again', () => {
    const nasty = fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '}', 'NULL', ' ', 'é', '\n', "'") })
    const row = fc.array(fc.option(nasty), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(row, (elements) => {
        expect(readArray(writeArray(elements), asText)).toEqual(elements)
      }),
    )
    const table = fc.array(row, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(table, (rows) => {
        expect(readArray(writeArray(rows), asText)).toEqual(rows)
      }),
    )
  })
})
