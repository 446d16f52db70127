import { describe, expect, it } from 'vitest'
import { HASHES_MAX, hashThemeWords } from './theme-hashes.ts'

/** The squares of the weights of some words in the text, in the order of their first places, with the first as 1. */
function sharesOf(
  words: string[],
  { titleEnd = 0, leadEnd = 0, agencyKey = null as string | null } = {},
): number[] {
  const { weights } = hashThemeWords({ words, titleEnd, leadEnd, agencyKey })
  const [first = 1] = weights
  return [...weights].map((weight) => Math.round((weight / first) ** 2 * 1000) / 1000)
}
const hashesOf = (...words: string[]) => [
  ...hashThemeWords({ words, titleEnd: 0, leadEnd: 0, agencyKey: null }).hashes,
]

describe('the hashed words of an article', () => {
  it.each<[string, string[], object, number[]]>([
    ['have pairs of two neighbours', ['saude', 'vacina'], {}, [1, 1, 0.7]],
    ['count each time', ['saude', 'saude', 'saude'], {}, [1, 0.467]],
    // The title counts three times as much as the rest, and the beginning one and a half times.
    ['weigh more in the title', ['saude', 'vacina'], { titleEnd: 1, leadEnd: 1 }, [1, 0.333, 0.233]],
    ['weigh more in the beginning', ['saude', 'vacina'], { leadEnd: 1 }, [1, 0.667, 0.467]],
    ['have the agency', ['saude'], { agencyKey: 'mec' }, [1, 0.5]],
    ['have no short words', ['a', 'de', 'sus'], {}, [1]],
    ['have no words that all texts have', ['que', 'saude', 'para', 'vacina'], {}, [1, 1, 0.7]],
    ['may be none', ['de'], {}, []],
  ])('%s: %j', (_, words, options, shares) => {
    expect(sharesOf(words, options)).toEqual(shares)
  })

  it('are those of the first seven letters', () => {
    expect(hashesOf('vacinas')).toEqual(hashesOf('vacinassem'))
    expect(hashesOf('vacinas')).not.toEqual(hashesOf('vacinar'))
    expect(hashesOf('vacina')).not.toEqual(hashesOf('vacinas'))
    expect(hashesOf('saude', 'vacina')).not.toEqual(hashesOf('vacina', 'saude'))
  })

  it('have weights whose squares add up to 1', () => {
    const { weights } = hashThemeWords({
      words: ['saude', 'vacina'],
      titleEnd: 1,
      leadEnd: 1,
      agencyKey: 'mec',
    })
    expect(weights.reduce((sum, weight) => sum + weight ** 2, 0)).toBeCloseTo(1)
  })

  it(`end with the word and the pair that fill ${HASHES_MAX}`, () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${1000 + n}`)
    // The first word is one, and each next one two: 399 of 200 words are not full, and 401 of 201 are.
    expect(hashesOf(...words(200))).toHaveLength(HASHES_MAX - 1)
    expect(hashesOf(...words(201))).toHaveLength(HASHES_MAX + 1)
    expect(hashesOf(...words(202))).toHaveLength(HASHES_MAX + 1)
    const { hashes } = hashThemeWords({ words: words(201), titleEnd: 0, leadEnd: 0, agencyKey: 'mec' })
    expect(hashes).toHaveLength(HASHES_MAX)
  })
})
