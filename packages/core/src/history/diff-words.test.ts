import { describe, expect, it } from 'vitest'
import { diffWords } from './diff-words.ts'

const written = (before: string, after: string) =>
  diffWords(before, after).map(({ kind, text }) => `${{ added: '+', removed: '-', kept: '' }[kind]}${text}`)

/** Words of which few are equal, in another order for each seed. */
const scramble = (count: number, seed: number) =>
  Array.from({ length: count }, (_, at) => `p${(at * seed) % 7919}`).join(' ')

describe('diffWords', () => {
  it('compares texts of many different words by lines, and a replaced line by words', () => {
    const [before, after] = [scramble(3000, 17), scramble(3000, 23)]
    const parts = written(`sai\nfica\nlinha um\nigual\n${before}`, `fica\nlinha dois\nigual\n${after}`)
    expect(parts).toEqual([
      '-sai\n',
      'fica\n',
      'linha ',
      '-um',
      '+dois',
      '\n',
      'igual\n',
      `-${before}`,
      `+${after}`,
    ])
  })

  it.each([
    ['', '', []],
    ['a b', 'a b', ['a b']],
    ['', 'a', ['+a']],
    ['a', '', ['-a']],
    ['de 1.200 casos', 'de 1.500 casos', ['de ', '-1.200', '+1.500', ' casos']],
    ['às 8:30', 'às 9:30', ['às ', '-8:30', '+9:30']],
    ['sim.', 'sim,', ['sim', '-.', '+,']],
    ['ação', 'acão', ['-ação', '+acão']],
  ])('compares %j with %j by words', (before, after, parts) => {
    expect(written(before, after)).toEqual(parts)
  })

  it.each([
    ['of many different words', scramble(3000, 17), scramble(3000, 23)],
    [
      'of lines that changed places',
      `${scramble(2000, 17)}\na\n${scramble(2000, 5)}`,
      `${scramble(2000, 5)}\na\nb`,
    ],
    [
      'of many different lines',
      scramble(3000, 17).replaceAll(' ', '\n'),
      scramble(3000, 23).replaceAll(' ', '\n'),
    ],
  ])('gives both texts back %s', (_, before, after) => {
    const parts = diffWords(before, after)
    const join = (left: string) =>
      parts
        .filter(({ kind }) => kind !== left)
        .map(({ text }) => text)
        .join('')
    expect([join('added') === before, join('removed') === after]).toEqual([true, true])
  })
})
