import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashingModel, hashText } from './hashing.ts'

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
const similarity = (query: string, passage: string) => cosine(hashText(query, 'query'), hashText(passage))

const NEAR =
  'Ministério abre seleção de bolsas de permanência para estudantes indígenas e quilombolas\nAs inscrições vão até sexta-feira.'
const FAR = 'Banco Central divulga resultado do balanço de pagamentos de maio\nAs exportações cresceram.'
const leastOf = (query: string) => 1 - hashingModel.maxDistanceOf(query)

describe('the hashing model', () => {
  it('returns the vectors that are stored under its name: others need another name', () => {
    const vector = hashText(
      'Vacinação contra a gripe\nComeça nos postos de saúde do SUS: vacina protege 1.200 pacientes.',
    )
    const text = [...vector].map((value) => value.toFixed(5)).join(' ')
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
    expect([hashingModel.name, digest]).toEqual(['hashing-768-v2', '5e9b13dfc89793bc'])
  })

  it('returns unit vectors that ignore case and accents', () => {
    const vector = hashText('Vacinação contra a gripe')
    expect(cosine(vector, vector)).toBeCloseTo(1, 5)
    expect(hashText('VACINACAO contra a GRIPE')).toEqual(vector)
    const ofLittleWeight = hashText('7')
    expect(cosine(ofLittleWeight, ofLittleWeight)).toBeCloseTo(1, 5)
  })

  it.each([
    ['the words of a title', 'bolsas para estudantes indígenas'],
    ['their inflections', 'bolsa estudante indígena'],
    ['a misspelling of them', 'bolsas estudntes indígenas'],
    ['one word of it', 'bolsas'],
    ['two words of it', 'bolsas estudantes'],
    ['a question', 'o que o governo anunciou sobre bolsas para estudantes indígenas?'],
  ])('ranks a passage, and no unrelated one, as a neighbour of %s', (_, query) => {
    expect(similarity(query, NEAR)).toBeGreaterThan(leastOf(query))
    expect(similarity(query, FAR)).toBeLessThan(leastOf(query))
  })

  it('has a wider limit for one word and for two, not counting function words and repeated words', () => {
    const limits = ['bolsas', 'as bolsas e a bolsa', 'bolsas indígenas', 'bolsas de estudantes indígenas']
    expect(limits.map((query) => hashingModel.maxDistanceOf(query))).toEqual([0.78, 0.78, 0.75, 0.7])
  })

  it('gives rare words a higher weight than common ones', () => {
    const query = 'governo quilombolas'
    const rare = 'Encontro reúne quilombolas em Brasília'
    const common = 'Encontro reúne governo em Brasília'
    expect(similarity(query, rare)).toBeGreaterThan(similarity(query, common) + 0.1)
  })

  it('returns a unit vector for a text without words', () => {
    expect(cosine(hashText(''), hashText('… !'))).toBe(1)
  })
})
