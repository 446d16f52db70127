import { describe, expect, it } from 'vitest'
import {
  agenciesArgument,
  articleIdArgument,
  daysArgument,
  idArgument,
  limitArgument,
  pageArgument,
  pageSizeArgument,
  queryArgument,
  wordArgument,
} from './arguments.ts'

const agencies = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`)
const words = ['DATE', 'views'] as const

describe('arguments at the edge of what is allowed', () => {
  it.each([
    ['the smallest limit', () => limitArgument(1, 10), 1],
    ['the largest limit', () => limitArgument(10, 10), 10],
    ['a limit above the maximum', () => limitArgument(11, 10), 10],
    ['a page size of none', () => pageSizeArgument(0, 10), 0],
    ['a page size above the maximum', () => pageSizeArgument(11, 10), 10],
    ['the first page', () => pageArgument(1, 100), 1],
    ['the deepest page', () => pageArgument(100, 100), 100],
    ['one day', () => daysArgument(1), 1],
    ['the shortest id', () => idArgument('a', 'id'), 'a'],
    ['the longest id', () => idArgument('a'.repeat(128), 'id'), 'a'.repeat(128)],
    ['the id of an article', () => articleIdArgument('um-titulo_00000a', 'id'), 'um-titulo_00000a'],
    ['the most agencies', () => agenciesArgument(agencies(200)), agencies(200)],
    ['the same agency twice', () => agenciesArgument(['mec', 'mec']), ['mec']],
    ['the longest query', () => queryArgument('a'.repeat(1000)), 'a'.repeat(1000)],
    ['a query with blanks around', () => queryArgument(' a b '), 'a b'],
    ['a word in lower case', () => wordArgument(' date ', words, 'sort'), 'DATE'],
    ['a word in upper case', () => wordArgument('VIEWS', words, 'sort'), 'views'],
    ['no word', () => wordArgument(null, words, 'sort'), undefined],
    ['a blank word', () => wordArgument(' ', words, 'sort'), undefined],
  ])('accept %s', (_, read, value) => {
    expect(read()).toEqual(value)
  })

  it.each([
    ['a limit of 0', () => limitArgument(0, 10), 'BAD_USER_INPUT', 'limit: deve ser maior ou igual a 1.'],
    [
      'a negative page size',
      () => pageSizeArgument(-1, 10, 'size'),
      'BAD_USER_INPUT',
      'size: deve ser maior ou igual a 0.',
    ],
    ['page 0', () => pageArgument(0, 100), 'BAD_USER_INPUT', 'page: deve ser maior ou igual a 1.'],
    [
      'a page too deep',
      () => pageArgument(101, 100),
      'LIMIT_EXCEEDED',
      'page: só os primeiros 10000 resultados',
    ],
    ['0 days', () => daysArgument(0), 'BAD_USER_INPUT', 'range.days: deve ser maior ou igual a 1.'],
    ['an empty id', () => idArgument('', 'id'), 'BAD_USER_INPUT', 'id: deve ter de 1 a 128'],
    ['a long id', () => idArgument('a'.repeat(129), 'id'), 'BAD_USER_INPUT', 'id: deve ter de 1 a 128'],
    [
      'a control character',
      () => idArgument('a\u0000', 'id'),
      'BAD_USER_INPUT',
      'id: não pode ter caracteres',
    ],
    [
      'an id that no article has',
      () => articleIdArgument('a b', 'id'),
      'BAD_USER_INPUT',
      'id: tem caracteres que',
    ],
    [
      'an empty id of an article',
      () => articleIdArgument('', 'id'),
      'BAD_USER_INPUT',
      'id: deve ter de 1 a 128',
    ],
    ['many agencies', () => agenciesArgument(agencies(201)), 'LIMIT_EXCEEDED', 'agencies: no máximo 200'],
    ['an empty agency', () => agenciesArgument(['']), 'BAD_USER_INPUT', 'agencies: deve ter'],
    [
      'a long query',
      () => queryArgument('a'.repeat(1001)),
      'BAD_USER_INPUT',
      'query: deve ter no máximo 1000',
    ],
    [
      'another word',
      () => wordArgument('x', words, 'sort'),
      'BAD_USER_INPUT',
      'sort: use um destes valores: DATE, views.',
    ],
    [
      'a long word',
      () => wordArgument('x'.repeat(129), words, 'sort'),
      'BAD_USER_INPUT',
      'sort: deve ter no máximo 128',
    ],
  ])('refuse %s', (_, read, code, message) => {
    expect(read).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) as string }),
    )
  })
})
