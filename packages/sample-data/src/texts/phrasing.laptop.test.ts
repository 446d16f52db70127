import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { describe, expect, it } from 'vitest'
import { contract, namesOf, nounFrom } from './phrasing.ts'

const named = (key: string) => {
  const agency = AGENCIES.find((candidate) => candidate.key === key)
  if (agency === undefined) throw new Error(`no agency ${key}`)
  return namesOf(agency)
}

describe('phrasing', () => {
  it.each([
    ['inep', 'o', 'Inep', 'o'],
    ['anvisa', 'a', 'Anvisa', 'a'],
    ['saude', 'o', 'Ministério da Saúde', 'o'],
    ['tesouronacional', 'a', 'Tesouro Nacional', 'o'],
    ['receitafederal', 'a', 'Receita Federal', 'a'],
    ['casacivil', 'a', 'Casa Civil', 'a'],
    ['secretariageral', 'a', 'Secretaria-Geral', 'a'],
    ['observatorio', 'o', 'Observatório Nacional', 'o'],
  ])('returns the words with which news names %s', (key, fullArticle, short, shortArticle) => {
    const names = named(key)
    expect(names.full.article).toBe(fullArticle)
    expect(names.short).toEqual({ text: short, article: shortArticle })
  })

  it('has a name for every agency of the catalogue', () => {
    expect(AGENCIES.map(namesOf)).toHaveLength(AGENCIES.length)
  })

  it('joins preposition and article', () => {
    expect([contract('de', 'o'), contract('em', 'a'), contract('por', ''), contract('ao', 'a')]).toEqual([
      'do',
      'na',
      'por',
      'à',
    ])
    expect(nounFrom('a campanha de vacinação')).toEqual({ text: 'campanha de vacinação', article: 'a' })
    expect(() => nounFrom('campanha')).toThrow('has to begin with the article')
  })
})
