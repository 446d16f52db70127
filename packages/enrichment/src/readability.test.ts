import { describe, expect, it } from 'vitest'
import { readPassage } from './sentences/passage.ts'
import { measureReadability } from './readability.ts'

const readabilityOf = (text: string) => measureReadability(readPassage(text))

describe('measureReadability', () => {
  it('returns the value of the formula of Martins et al.', () => {
    const text = 'A casa é bonita. O rio passa perto da casa dela hoje.'
    // a=1 ca.sa=2 é=1 bo.ni.ta=3 | o=1 ri.o=2 pas.sa=2 per.to=2 da=1 ca.sa=2 de.la=2 ho.je=2
    const syllables = 1 + 2 + 1 + 3 + 1 + 2 + 2 + 2 + 1 + 2 + 2 + 2
    const expected = 248.835 - 1.015 * (12 / 2) - 84.6 * (syllables / 12)
    expect(readabilityOf(text)).toBe(Math.round(Math.min(100, expected) * 100) / 100)
    expect(expected).toBeLessThan(100)
  })

  it('is lower for longer words and sentences', () => {
    const easy = readabilityOf('O mar é azul. O sol é bom. Eu vou lá ver tudo isso de novo hoje cedo.')
    const hard = readabilityOf(
      'A regulamentação complementar estabelece procedimentos administrativos necessários à operacionalização ' +
        'interinstitucional das transferências voluntárias.',
    )
    expect(easy).toBe(100)
    expect(hard).toBe(0)
  })

  it('is null for fewer than ten words', () => {
    expect(readabilityOf('Um dois três quatro cinco seis sete oito nove')).toBeNull()
    expect(readabilityOf('Um dois três quatro cinco seis sete oito nove dez')).not.toBeNull()
    expect(readabilityOf('1 2 3 4 5 6 7 8 9 10 11 12')).toBeNull()
    expect(readabilityOf('')).toBeNull()
    expect(measureReadability(null)).toBeNull()
  })
})
