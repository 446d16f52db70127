import { describe, expect, it } from 'vitest'
import { plainWords, readQuery } from './query.ts'

it.each([
  ['vacina contra a gripe', 'vacina contra a gripe'],
  ['gripe -H1N1 --já', 'gripe H1N1 já'],
  ['pré-sal', 'pré-sal'],
  ['a - b -', 'a - b -'],
  ['"contra a gripe" já', '"contra a gripe" já'],
  ['vacina "contra a gripe', 'vacina  contra a gripe'],
  ['"a" "b', ' a   b'],
  ['vaci\u00ADna\u200B "gri\u2060pe"', 'vacina "gripe"'],
])('converts %j to %j', (query, words) => {
  expect(plainWords(query)).toBe(words)
})

describe('a query', () => {
  it.each([
    ['o que o governo anunciou sobre creches', ['governo', 'anunciou', 'creche']],
    ['o que o governo anunciou sobre vagas em creches?', ['vaga', 'creche']],
    ['governo anunciou vagas em creches', ['governo', 'anunciou', 'vaga', 'creche']],
    ['quem disse o quê', ['disse']],
    ['quais são as vagas de médicas', ['vaga', 'medico']],
    ['creche do governo', ['governo', 'creche']],
    ['Bolsa bolsas BOLSA', ['bolsa']],
    ['pré-sal (2026)', ['2026', 'presal']],
    ['vaci\u00ADna', ['vacina']],
  ])('converts %j to stems, the most common first', (query, stems) => {
    expect(readQuery(query)).toMatchObject({ phrases: [], stems })
  })

  it('keeps function words when it has no others', () => {
    expect(readQuery('o que é isso')).toEqual({ phrases: [], words: ['o', 'que', 'é', 'isso'], stems: [] })
    expect(readQuery('"a gripe" de')).toEqual({ phrases: ['"a gripe"'], words: [], stems: [] })
  })

  it('keeps phrases unchanged', () => {
    expect(readQuery('vacinas "contra a gripe" em creches')).toEqual({
      phrases: ['"contra a gripe"'],
      words: ['vacinas', 'creches'],
      stems: ['vacina', 'creche'],
    })
  })

  it('has at most 30 words', () => {
    const many = Array.from({ length: 40 }, (_, i) => `palavra${i}`)
    const { words, stems } = readQuery(many.join(' de '))
    expect(words).toEqual(many.slice(0, 30))
    expect(stems).toEqual(many.slice(0, 30))
  })
})
