import { describe, expect, it } from 'vitest'
import type { NameMatch } from '../names/name-index.ts'
import { continuesExclusion, findExclusionMarks } from './exclusion-marks.ts'
import { readWords } from '../words/read-words.ts'

/** Returns the words of a request that mark exclusions. `named` are the first and the last word of a name. */
function marksIn(request: string, named?: readonly [first: number, last: number]): string[] {
  const thing = { kind: 'theme' as const, code: '', label: '', alias: '' }
  const matches: NameMatch[] = named ? [{ thing, start: named[0], end: named[1] + 1 }] : []
  return [...findExclusionMarks(readWords(request), matches)].map(({ text }) => text)
}

describe('findExclusionMarks', () => {
  it.each([
    ['dengue exceto vacinas', ['exceto']],
    ['dengue menos vacinas', ['menos']],
    ['dengue, menos vacinas', ['menos']],
    ['pelo menos dengue', []],
    ['pelo, menos dengue', ['menos']],
    ['dengue fora vacinas', ['fora']],
    ['dengue fora do Brasil', []],
    ['dengue sem vacinas', ['sem']],
    ['famílias sem terra', []],
    // A name has a capital on both sides and is not the first word.
    ['o Ciência sem Cabresto', []],
    ['o ciência sem Cabresto', ['sem']],
    ['o Ciência sem cabresto', ['sem']],
    ['Ciência sem Cabresto', ['sem']],
    ['o Ciência, sem Cabresto', ['sem']],
    ['o Ciência sem', ['sem']],
    ['sem Cabresto', ['sem']],
    // “Não” refuses after a break, as a first word, after a conjunction and before a word of requests.
    ['energia não renovável', []],
    ['energia, não renovável', ['não']],
    ['não renovável', ['não']],
    ['energia mas não renovável', ['não']],
    ['energia não quero renovável', ['não']],
    ['energia não sobre renovável', ['não']],
    ['energia, não só renovável', []],
    ['energia, não quero apenas renovável', []],
    ['energia, não quero perder renovável', []],
    ['energia, não quero renovável perder', ['não']],
    ['energia a não ser renovável', ['não']],
    ['energia não ser renovável', []],
    ['energia a não renovável', []],
    // The first word with a meaning decides.
    ['energia, não quero que perca renovável', []],
    ['energia. Não', ['Não']],
    ['energia, nada de renovável', ['nada']],
    ['energia e nada de renovável', ['nada']],
    ['nada de renovável', ['nada']],
    ['perder nada de energia', []],
    ['energia com exceção de renovável', ['exceção']],
    ['energia, à exceção de renovável', ['exceção']],
    ['estado de exceção em Roraima', []],
    ['descarte de resíduos', []],
    ['energia, evite renovável', ['evite']],
    ['quem evite golpes', []],
    ['energia evitando renovável', ['evitando']],
    ['energia, tira fora renovável', ['tira', 'fora']],
    ['quem tira energia', []],
  ])('%s', (request, marks) => {
    expect(marksIn(request)).toEqual(marks)
  })

  it('finds none inside of a name, from its first to its last word', () => {
    expect(marksIn('o Brasil sem Fumo', [1, 3])).toEqual([])
    expect(marksIn('dengue sem fumo', [1, 2])).toEqual([])
    expect(marksIn('fumo dengue sem', [1, 2])).toEqual([])
    expect(marksIn('fumo dengue sem', [0, 1])).toEqual(['sem'])
    expect(marksIn('dengue sem fumo', [2, 2])).toEqual(['sem'])
  })

  it('excludes after a name, and what follows may be one', () => {
    expect(marksIn('o Ciência sem Cabresto', [1, 1])).toEqual(['sem'])
    expect(marksIn('o Ciência sem Cabresto', [3, 3])).toEqual(['sem'])
  })
})

it.each([
  ['vacinas e mosquitos', true],
  ['vacinas, e mosquitos', false],
  ['vacinas da dengue', false],
])('an exclusion goes on at the second word of “%s”: %s', (request, expected) => {
  const [, second] = readWords(request)
  expect(second && continuesExclusion(second)).toBe(expected)
})
