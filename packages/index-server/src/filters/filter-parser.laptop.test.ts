import { expect, test } from 'vitest'
import type { Filter } from './filter-parser.ts'
import { parseFilter, splitValues } from './filter-parser.ts'
import { parseField } from '../schema/field.ts'
import type { Field } from '../schema/field.ts'

const FIELDS: Field[] = [
  parseField({ name: 'agencia', type: 'string', facet: true }),
  parseField({ name: 'ano', type: 'int32' }),
  parseField({ name: 'nota', type: 'float' }),
  parseField({ name: 'ativo', type: 'bool' }),
]

const parse = (text: string): Filter | undefined =>
  parseFilter(text, (name) => FIELDS.find((field) => field.name === name))

/** Returns a filter as nested lists, without the fields' definitions. */
function outline(filter: Filter | undefined): unknown {
  if (filter === undefined) return undefined
  if (filter.kind === 'and' || filter.kind === 'or')
    return [filter.kind, outline(filter.left), outline(filter.right)]
  if (filter.kind === 'ids') return filter.ids.join()
  if (filter.kind === 'numbers') return filter.field.name
  return filter.texts.map(({ text }) => text).join()
}

test('gives && and || equal precedence from left to right, and groups by parentheses', () => {
  expect(outline(parse('agencia:a || agencia:b && agencia:c'))).toEqual(['and', ['or', 'a', 'b'], 'c'])
  expect(outline(parse('agencia:a || (agencia:b && agencia:c)'))).toEqual(['or', 'a', ['and', 'b', 'c']])
  expect(parse('  ')).toBeUndefined()
})

test('keeps operators and commas inside a value in backticks', () => {
  expect(outline(parse('agencia:=`a && (b)` && ano:1'))).toEqual(['and', '`a && (b)`', 'ano'])
  expect(splitValues('`a, b`, c , d\\`e')).toEqual(['a, b', 'c', 'd\\`e'])
})

test.each([
  ['agencia:=x', { isExact: true, negated: false }],
  ['agencia: x', { isExact: false, negated: false }],
  ['agencia:!=[x,y]', { isExact: true, negated: true }],
  ['agencia:!x', { isExact: false, negated: true }],
])('%s', (text, expected) => {
  expect(parse(text)).toMatchObject(expected)
})

test('parses a star at the end as a prefix', () => {
  expect(parse('agencia:=[min*,x]')).toMatchObject({
    texts: [
      { text: 'min', isPrefix: true },
      { text: 'x', isPrefix: false },
    ],
  })
})

test.each([
  ['ano:>5', [{ low: 6, high: Number.POSITIVE_INFINITY }]],
  [
    'ano:[1..3, <0]',
    [
      { low: 1, high: 3 },
      { low: Number.NEGATIVE_INFINITY, high: -1 },
    ],
  ],
  ['nota:=0.1', [{ low: Math.fround(0.1), high: Math.fround(0.1) }]],
  ['ativo:true', [{ low: 1, high: 1 }]],
])('%s', (text, conditions) => {
  expect(parse(text)).toMatchObject({ conditions })
})

test.each([
  ['outro:1', 'Could not find a filter field named `outro` in the schema.'],
  ['agencia', 'Could not parse the filter query.'],
  ['(agencia:a', 'Could not parse the filter query: unbalanced parentheses.'],
  ['agencia:a)', 'Could not parse the filter query: unbalanced parentheses.'],
  ['agencia:a &&', 'Could not parse the filter query: unbalanced `&&` operands.'],
  ['ano:abc', 'Error with filter field `ano`: Numerical field has an invalid comparator.'],
  ['ano:>1.5', 'Error with filter field `ano`: Not an int32.'],
  ['ano:3000000000', 'Error with filter field `ano`: `3000000000` exceeds the range of an int32.'],
  ['ativo:talvez', 'Value of filter field `ativo` must be `true` or `false`.'],
  ['agencia:=', 'Error with filter field `agencia`: Filter value cannot be empty.'],
  ['agencia:=[]', 'Error with filter field `agencia`: Filter value array cannot be empty.'],
])('refuses %s', (text, message) => {
  expect(() => parse(text)).toThrow(message)
})
