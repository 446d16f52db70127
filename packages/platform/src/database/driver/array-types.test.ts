import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse as readArray } from 'postgres-array'
import { ARRAY_TYPES, writeArray } from './array-types.ts'

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

describe('the array types', () => {
  const instant = new Date('2026-06-01T12:00:00Z')
  // The OIDs are those of pg_type in every server.
  it.each<readonly [number, string, readonly unknown[]]>([
    ...[1009, 1015, 1014, 1003, 1002, 2951, 1016, 1231].map((oid) => [oid, '{a,NULL}', ['a', null]] as const),
    ...[1007, 1005, 1028, 1021, 1022].map((oid) => [oid, '{1,-2,NULL}', [1, -2, null]] as const),
    [1000, '{t,f,NULL}', [true, false, null]],
    ...[1182, 1115, 1185].map((oid) => [oid, '{"2026-06-01T12:00:00Z"}', [instant]] as const),
    ...[199, 3807].map((oid) => [oid, '{"{\\"a\\":1}",NULL}', [{ a: 1 }, null]] as const),
  ])('%i reads %s', (oid, text, elements) => {
    const type = ARRAY_TYPES[`array${oid}`]
    expect(type).toMatchObject({ to: oid, from: [oid] })
    expect(type?.parse(text)).toEqual(elements)
  })

  it('are sent as text, and a text unchanged', () => {
    const type = ARRAY_TYPES['array1009']
    expect([type?.serialize(['a']), type?.serialize('{x}')]).toEqual(['{"a"}', '{x}'])
  })
})
