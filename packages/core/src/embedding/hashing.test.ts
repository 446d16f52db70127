import { describe, expect, it } from 'vitest'
import { hashText } from './hashing.ts'

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

describe('the hashing model', () => {
  it('gives unit vectors, the same for the same words whatever their case and accents', () => {
    const vector = hashText('Vacinação contra a gripe')
    expect(cosine(vector, vector)).toBeCloseTo(1, 5)
    expect(hashText('VACINACAO contra a GRIPE')).toEqual(vector)
  })

  it('puts texts that share words closer than texts that do not', () => {
    const query = hashText('bolsas para estudantes indígenas')
    const near = hashText(
      'Ministério abre seleção de bolsas de permanência para estudantes indígenas e quilombolas',
    )
    const far = hashText('Banco Central divulga resultado do balanço de pagamentos de maio')
    expect(cosine(query, near)).toBeGreaterThan(cosine(query, far) + 0.2)
  })

  it('has a vector for a text without words', () => {
    expect(cosine(hashText(''), hashText('… !'))).toBe(1)
  })
})
