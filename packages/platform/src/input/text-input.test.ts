import type { PublicError } from '../errors.ts'
import { describe, expect, it } from 'vitest'
import { assertTextBounds, distinctTexts, optionalText, requiredText } from './text-input.ts'

const codeOf = (act: () => unknown) => {
  try {
    return { value: act() }
  } catch (error) {
    const { code, details } = error as PublicError
    return { code, argument: details['argument'] }
  }
}
const refused = { code: 'BAD_USER_INPUT', argument: 'a' }

describe('a text of at most three characters', () => {
  it.each<[string, unknown, unknown]>([
    ['abc', 'abc', 'abc'],
    ['  abc  ', 'abc', undefined],
    [' abc ', 'abc', 'abc'],
    ['abcd', undefined, undefined],
    // Characters of two units count once.
    ['😀😀😀', '😀😀😀', '😀😀😀'],
    ['😀😀😀a', undefined, undefined],
    ['', undefined, null],
    ['  ', undefined, null],
    // Nobody sees the name of a clipping of these.
    ['\u200B', undefined, null],
    [' \u00AD\u3164', undefined, null],
    ['a\u200B', 'a\u200B', 'a\u200B'],
    ['a\nb', undefined, 'a\nb'],
    ['a\tb', undefined, 'a\tb'],
    ['a\0b', undefined, undefined],
    ['a\u0085', undefined, undefined],
  ])('%j is, where required, %j, and else %j', (text, required, optional) => {
    const expectOf = (value: unknown) => (value === undefined ? refused : { value })
    // A text with many blanks around it is refused by its units alone.
    const isPadded = text.length > 6
    expect(codeOf(() => requiredText(text, 'a', 3))).toEqual(isPadded ? refused : expectOf(required))
    expect(codeOf(() => optionalText(text, 'a', 3))).toEqual(expectOf(optional))
  })

  it('may be missing', () => {
    expect([optionalText(null, 'a', 3), optionalText(undefined, 'a', 3)]).toEqual([null, null])
  })
})

it.each<[string, () => unknown, string]>([
  ['a long required text', () => requiredText('abcd', 'a', 3), 'deve ter de 1 a 3 caracteres.'],
  ['a blank text', () => requiredText(' ', 'a', 3), 'não pode ficar em branco.'],
  ['a line break', () => requiredText('a\nb', 'a', 3), 'não pode ter caracteres de controle.'],
  ['NUL', () => optionalText('a\0b', 'a', 3), 'não pode ter caracteres de controle.'],
  ['a long text', () => optionalText('abcd', 'a', 3), 'deve ter no máximo 3 caracteres.'],
  [
    'three texts',
    () => distinctTexts(['a', 'b', 'c'], 'a', { most: 2, characters: 3 }),
    'no máximo 2 valores.',
  ],
  ['too many', () => assertTextBounds(['a', 'b'], 'a', { most: 1, characters: 3 }), 'no máximo 1 valores.'],
])('tells what is wrong with %s', (_, act, message) => {
  expect(act).toThrow(`a: ${message}`)
})

describe('a list of texts', () => {
  const bounds = { most: 2, characters: 3 }
  it.each<[string[], object]>([
    [['a', 'b'], { value: ['a', 'b'] }],
    [['b', ' a', 'a '], { code: 'LIMIT_EXCEEDED', argument: 'a' }],
    [['a', ' a'], { value: ['a'] }],
    [[], { value: [] }],
    [['a', ''], { code: 'BAD_USER_INPUT', argument: 'a[1]' }],
    [['abcd'], { code: 'BAD_USER_INPUT', argument: 'a[0]' }],
  ])('%j is %j', (values, expected) => {
    expect(codeOf(() => distinctTexts(values, 'a', bounds))).toEqual(expected)
  })

  it.each<[string[], object]>([
    [['a', 'abc'], { value: undefined }],
    [['a', ''], { value: undefined }],
    [['a', 'abcd'], { code: 'BAD_USER_INPUT', argument: 'a[1]' }],
    [['a', 'b', 'c'], { code: 'LIMIT_EXCEEDED', argument: 'a' }],
  ])('%j is within its bounds: %j', (values, expected) => {
    expect(codeOf(() => assertTextBounds(values, 'a', bounds))).toEqual(expected)
  })
})
