import { describe, expect, it } from 'vitest'
import { searchNames } from './name-search.ts'

const find = (names: readonly string[], query: string) => searchNames(names, query, (name) => name.split('/'))

describe('searchNames', () => {
  it.each([
    ['saude', ['Saúde', 'Ministério da Saúde']],
    ['minist saude', ['Ministério da Saúde']],
    ['saude bucal', []],
    ['aude', []],
  ])('finds %s, the shortest name first', (query, found) => {
    expect(find(['Ministério da Saúde', 'Saúde', 'Educação'], query)).toEqual(found)
  })

  it('finds any name of an item, and sorts by its shortest', () => {
    expect(find(['Saúde Indígena', 'Ministério da Saúde/MS'], 'saude')).toEqual([
      'Ministério da Saúde/MS',
      'Saúde Indígena',
    ])
    expect(find(['Ministério da Saúde/MS'], 'ministerio ms')).toEqual([])
  })

  it('returns the first thirty in their order without a query', () => {
    const names = Array.from({ length: 31 }, (_, n) => 'x'.repeat(40 - n))
    expect(find(names, ' ')).toEqual(names.slice(0, 30))
  })
})
