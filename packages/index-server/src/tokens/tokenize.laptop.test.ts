import { expect, test, vi } from 'vitest'
import { createTokenizer } from './tokenize.ts'

const tokenizer = createTokenizer([], [])

test('folds case and accents, and joins words around punctuation', () => {
  expect(tokenizer.tokenize('Educação BÁSICA, covid-19 (SUS)\nR$ 1.000')).toEqual([
    'educacao',
    'basica',
    'covid19',
    'sus',
    'r',
    '1000',
  ])
})

test('spells out or drops symbols outside ASCII', () => {
  expect(tokenizer.tokenize('1ª nº 30° “aspas” – m² €')).toEqual(['1a', 'no', '300', 'aspas', 'm2', 'eur'])
  expect(tokenizer.tokenize('漢字 Straße')).toEqual(['漢字', 'strasse'])
})

test('splits at separators of the schema and keeps its symbols', () => {
  const own = createTokenizer(['+'], ['-'])
  expect(own.tokenize('pós-graduação c++')).toEqual(['pos', 'graduacao', 'c++'])
})

test('returns the positions of the raw words', () => {
  const text = 'A saúde, já!'
  expect(tokenizer.place(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'A',
    'saúde,',
    'já!',
  ])
})

test('cuts long tokens, and returns the same tokens for cached and new words', () => {
  const long = 'á'.repeat(150)
  expect(tokenizer.tokenize(long)).toEqual(['a'.repeat(100)])
  expect(tokenizer.tokenize('Ônibus')).toEqual(createTokenizer([], []).tokenize('Ônibus'))
})

test('folds each character once, and of a long word only what its token contains', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const [token] = tokenizer.tokenize('\ufdfa'.repeat(10_000))
  expect(token).toHaveLength(100)
  expect(tokenizer.tokenize('\u0301'.repeat(10_000))).toEqual([])
  expect(normalize.mock.calls.length).toBeLessThanOrEqual(2)
  normalize.mockRestore()
})
