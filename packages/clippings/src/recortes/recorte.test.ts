import { describe, expect, it } from 'vitest'
import { identifyRecortes, parseFilters } from './recorte.ts'

const recorte = (title: string) => ({ title, themes: ['01'], agencies: [], keywords: [] })

describe('identifyRecortes', () => {
  it('gives each recorte a new id when there was none before', () => {
    const made = identifyRecortes([recorte('A'), recorte('A')])
    expect(made.map(({ title }) => title)).toEqual(['A', 'A'])
    expect(new Set(made.map(({ id }) => id)).size).toBe(2)
  })

  it('reuses the first unused id of the same title, in any order', () => {
    const before = [
      { id: '1', title: 'A' },
      { id: '2', title: 'B' },
      { id: '3', title: 'A' },
    ]
    const ids = identifyRecortes(['B', 'A', 'A', 'A'].map(recorte), before).map(({ id }) => id)
    expect(ids.slice(0, 3)).toEqual(['2', '1', '3'])
    expect(ids[3]).toMatch(/^[0-9A-Z]{26}$/)
  })
})

describe('parseFilters', () => {
  it('trims values and removes duplicates, in the order given', () => {
    const filters = { themes: ['02', ' 01 ', '02'], agencies: ['mec'], keywords: ['ensino médio', ' vacina'] }
    expect(parseFilters(filters)).toEqual({
      themes: ['02', '01'],
      agencies: ['mec'],
      keywords: ['ensino médio', 'vacina'],
    })
  })

  const codes = (count: number) => Array.from({ length: count }, (_, n) => `codigo-${n}`)

  it.each([
    ['themes', codes(200), codes(201)],
    ['agencies', codes(200), codes(201)],
    ['keywords', codes(50), codes(51)],
    ['themes', ['a'.repeat(128)], ['a'.repeat(129)]],
    ['agencies', ['a'.repeat(128)], ['a'.repeat(129)]],
    ['keywords', ['a'.repeat(100)], ['a'.repeat(101)]],
  ])('accepts %s up to their limit and refuses one more', (kind, most, tooMuch) => {
    const none = { themes: [], agencies: [], keywords: [] }
    expect(parseFilters({ ...none, [kind]: most })).toEqual({ ...none, [kind]: most })
    expect(() => parseFilters({ ...none, [kind]: tooMuch }, 'input.')).toThrow(`input.${kind}`)
  })
})
