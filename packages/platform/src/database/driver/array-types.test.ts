import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse as readArray } from 'postgres-array'
import { writeArray } from './array-types.ts'

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
