import { expect, it } from 'vitest'
import { rememberByWord } from './remember-by-word.ts'
import { stemsOfWord } from './word-stems.ts'
import { listWords } from './words.ts'

it.each([
  ['mar', ['mar']],
  ['pe', []],
  ['nao', []],
  ['agenda', ['agenda']],
  ['agendas', ['agenda']],
  ['guarda chuva de sol', ['guarda', 'chuva', 'sol']],
])('the stems of “%s” are %j', (folded, stems) => {
  expect(stemsOfWord(folded)).toEqual(stems)
})

it.each([
  ['ação', 'ação'],
  ['ação', 'ação'.normalize('NFD')],
  ['ação', 'a\u00ADção'],
  ['dois', 'do\u00ADis'],
])('%s is one word with its own offsets, also as “%s”', (word, spelled) => {
  const [known] = listWords(word)
  expect(listWords(`a ${spelled}.`)[1]).toEqual({ ...known, start: 2, end: 2 + spelled.length })
})

it('remembers words of at most 40 characters, and begins anew behind 40,000 words', () => {
  let made = 0
  const lengthOf = rememberByWord<number>((word) => {
    made += 1
    return word.length
  })
  for (const length of [40, 40, 41, 41]) expect(lengthOf('x'.repeat(length))).toBe(length)
  expect(made).toBe(3)
  for (let n = 1; n < 40_000; n += 1) lengthOf(String(n))
  made = 0
  lengthOf('x'.repeat(40))
  expect(made).toBe(0)
  lengthOf('one more')
  lengthOf('x'.repeat(40))
  expect(made).toBe(2)
})
