import { describe, expect, it } from 'vitest'
import { addLogits, toProbabilities, type LinearLayer } from './linear-layer.ts'
import { measureThemes } from './measure-themes.ts'
import { chooseTheme, openThemeLevels, themeLevelOf } from './theme-classifier.ts'
import { hashThemeWords, HASHES_MAX } from './theme-hashes.ts'
import { compileThemeRules } from './theme-rules.ts'
import type { ThemeWords } from './theme-text.ts'

const given = (
  words: string,
  { titleEnd = 0, leadEnd, agencyKey = null }: Partial<Omit<ThemeWords, 'words'>> = {},
): ThemeWords => ({
  words: words === '' ? [] : words.split(' '),
  titleEnd,
  leadEnd: leadEnd ?? titleEnd,
  agencyKey,
})
const rounded = (numbers: Iterable<number>) => [...numbers].map((number) => Number(number.toFixed(3)))

describe('the hashed words of an article', () => {
  /** The squares of the weights, in parts of the whole: what each word and pair counts. */
  const partsOf = (words: ThemeWords) => {
    const { weights } = hashThemeWords(words)
    const smallest = Math.min(...weights)
    return rounded([...weights].map((weight) => (weight / smallest) ** 2))
  }

  it.each<[string, ThemeWords, number[]]>([
    ['nothing', given(''), []],
    ['words of two letters and common ones', given('ab que rio'), [1]],
    // A pair counts 0.7 of its second word.
    ['words and pairs', given('rio mar'), [1.429, 1.429, 1]],
    ['a word of the title', given('rio mar', { titleEnd: 1 }), [4.286, 1.429, 1]],
    ['a word of the beginning', given('rio mar', { titleEnd: 0, leadEnd: 1 }), [2.143, 1.429, 1]],
    ['the agency', given('rio', { agencyKey: 'mec' }), [2, 1]],
    ['a pair across a common word', given('rio que mar'), [1.429, 1.429, 1]],
  ])('count %s', (_, words, parts) => {
    expect(partsOf(words)).toEqual(parts)
  })

  it('are equal for words that differ behind the seventh letter, and others for each agency and order', () => {
    const hashesOf = (words: ThemeWords) => [...hashThemeWords(words).hashes]
    expect(hashesOf(given('hospitalar'))).toEqual(hashesOf(given('hospitais')))
    expect(hashesOf(given('hospita'))).not.toEqual(hashesOf(given('hospite')))
    expect(hashesOf(given('rio mar'))[2]).not.toBe(hashesOf(given('mar rio'))[2])
    expect(hashesOf(given('', { agencyKey: 'mec' }))).not.toEqual(hashesOf(given('', { agencyKey: 'mda' })))
  })

  it('are bounded', () => {
    const many = Array.from({ length: 600 }, (_, n) => `palavra${n}`.split('').reverse().join('')).join(' ')
    const { hashes, weights } = hashThemeWords(given(many))
    // The last word is taken with its pair.
    expect(hashes.length).toBe(HASHES_MAX + 1)
    expect(weights.reduce((sum, weight) => sum + weight * weight, 0)).toBeCloseTo(1, 5)
  })
})

describe('a linear layer', () => {
  const layer: LinearLayer = {
    buckets: 2,
    codes: ['01', '02', '03'],
    weights: Float32Array.of(1, 2, 3, 10, 20, 30),
    scale: 0.5,
  }
  const words = { hashes: Uint32Array.of(4, 7), weights: Float32Array.of(1, 0.1) }

  it('adds what each word says for the themes of a range', () => {
    const into = new Float32Array(3)
    addLogits(layer, words, { from: 0, to: 3, into })
    expect(rounded(into)).toEqual([1, 2, 3])
    addLogits(layer, words, { from: 1, to: 2, into })
    expect(rounded(into)).toEqual([1, 4, 3])
  })

  it('makes probabilities of a range, and leaves some for none of the themes', () => {
    const of = (range: { from: number; to: number; canBeNone: boolean }) => {
      const logits = Float32Array.of(0, Math.log(3), 7)
      toProbabilities(logits, range)
      return rounded(logits)
    }
    expect(of({ from: 0, to: 2, canBeNone: false })).toEqual([0.25, 0.75, 7])
    expect(of({ from: 0, to: 2, canBeNone: true })).toEqual([0.2, 0.6, 7])
    expect(of({ from: 1, to: 1, canBeNone: true })).toEqual([0, 1.099, 7])
    const large = Float32Array.of(-1000, 1000)
    toProbabilities(large, { from: 0, to: 2, canBeNone: true })
    expect(rounded(large)).toEqual([0, 1])
  })
})

const theme = (code: string, label: string) => ({ code, label, level: code.split('.').length as 1 | 2 | 3 })
const REFERENCE = {
  themes: ['01', '01.01', '01.01.01', '02', '02.01'].map((code) =>
    theme(code, `T${code.replaceAll('.', '')}`),
  ),
  words: {
    '01': 'rio doce!, mar*, ve*, sol po*',
    '01.01.01': 'lago!',
    '02': 'mar, lago, rio doce e mar e sol!',
    '09': 'rio!',
  },
  agencies: { mec: ['01', '02', '01.01'], none: ['09'] },
}
const rules = compileThemeRules(REFERENCE)

describe('the scores of the rules', () => {
  // Evidence e against doubt d in level l: share(l) * e / (d + all e), with share 12, 6, 5 and doubt 3, 2, 1.5.
  const scoreOf = (title: string, agencyKey: string | null = null) =>
    rounded(rules.score(given(title, { titleEnd: title === '' ? 0 : title.split(' ').length, agencyKey })))

  it.each<[string, string | null, number[]]>([
    ['', null, [0, 0, 0, 0, 0]],
    // Two words of a strong term: 3 * 1.5.
    ['rio doce', null, [7.2, 0, 0, 0, 0]],
    ['rio seco', null, [0, 0, 0, 0, 0]],
    // A term of five words is worth as much as one of three: 3 * 1.8, beside the terms inside of it.
    ['rio doce e mar e sol', null, [4.375, 0, 0, 5.125, 0]],
    ['sol', null, [0, 0, 0, 0, 0]],
    ['lagoa', null, [0, 0, 0, 0, 0]],
    // The prefix of one theme and the word of the other: 12 * 0.75 / (3 + 0.75 + 0.75).
    ['mar', null, [2, 0, 0, 2, 0]],
    ['mares', null, [2.4, 0, 0, 0, 0]],
    ['ve', null, [2.4, 0, 0, 0, 0]],
    // A term of a theme is a term of those above, and says half as much of each of two themes of level 1.
    ['lago', null, [3.692, 2.571, 2.5, 0.923, 0]],
    // Three occurrences count, each less than the one before.
    ['ve ve ve', null, [3.771, 0, 0, 0, 0]],
    ['ve ve ve ve', null, [3.771, 0, 0, 0, 0]],
    ['t01', null, [6, 0, 0, 0, 0]],
    ['', 'mec', [2.2, 0.4, 0, 1.467, 0]],
    ['', 'none', [0, 0, 0, 0, 0]],
    ['', 'unknown', [0, 0, 0, 0, 0]],
  ])('of “%s” by %s', (title, agencyKey, scores) => {
    expect(scoreOf(title, agencyKey)).toEqual(scores)
  })

  it('are of whole words, of which the last one may be a beginning, and less for a term of several roots', () => {
    const words = { '01': "mar!, d'agua*!", '11': 'mar!' }
    const few = compileThemeRules({ themes: [theme('01', ''), theme('11', '')], words, agencies: {} })
    const of = (title: string) => rounded(few.score(given(title, { titleEnd: 9 })))
    // Half of 3 for each: 12 * 1.5 / (3 + 1.5 + 1.5).
    expect(of('mar')).toEqual([3, 3])
    expect([of('d aguas'), of('de agua')]).toEqual([
      [7.2, 0],
      [0, 0],
    ])
  })

  it('are less for words of the beginning, and least for those of the text', () => {
    const at = (places: { titleEnd?: number; leadEnd?: number }) =>
      rounded(rules.score(given('ve', places)))[0]
    expect([at({ titleEnd: 1 }), at({ leadEnd: 1 }), at({})]).toEqual([2.4, 1.333, 0.48])
  })
})

describe('a theme', () => {
  const levels = openThemeLevels(rules)
  const nothing = { hashes: new Uint32Array(), weights: new Float32Array() }
  /** The scores whose probabilities are given, for 01 and 02, then 01.01, then 01.01.01. */
  const choose = (level1: number, level2 = 0, level3 = 0) => {
    const logit = (share: number) => (share === 0 ? -50 : Math.log(share / (1 - share)))
    const scores = Float32Array.of(logit(level1), logit(level2), logit(level3), 0, 0)
    return chooseTheme(levels, scores, nothing)?.code ?? null
  }

  it.each<[number[], string | null]>([
    [[0.9], '01'],
    [[0.1], '02'],
    // Of equal ones, the first.
    [[0.5], '01'],
    [[0.9, 0.51], '01.01'],
    [[0.9, 0.49], '01'],
    [[0.9, 0.9, 0.61], '01.01.01'],
    [[0.9, 0.9, 0.59], '01.01'],
  ])('of the probabilities %j is %s', (shares, code) => {
    expect(choose(shares[0] ?? 0, shares[1], shares[2])).toBe(code)
  })

  it('of one article does not depend on that of another', () => {
    expect(chooseTheme(levels, Float32Array.of(-9, 0, 0, 9, 9), nothing)?.code).toBe('02.01')
    expect(choose(0.9, 0.3)).toBe('01')
  })

  it('has the weights of its layer in the order of the catalogue', () => {
    const layerOf = (codes: string[], weights: number[]) => {
      const [level] = openThemeLevels(rules, [
        { buckets: 2, codes, weights: Float32Array.from(weights), scale: 0.5 },
      ])
      return level?.layer
    }
    const arranged = { buckets: 2, codes: ['01', '02'], weights: Float32Array.of(2, 1, 5, 4), scale: 0.5 }
    expect(layerOf(['02', '01', '09'], [1, 2, 3, 4, 5, 6])).toEqual(arranged)
    expect(layerOf(['01', '02', '09'], [2, 1, 3, 5, 4, 6])).toEqual(arranged)
    expect(layerOf(['01', '02'], [2, 1, 5, 4])).toEqual(arranged)
    expect(layerOf(['01'], [2, 5])).toEqual({ ...arranged, weights: Float32Array.of(2, 0, 5, 0) })
    expect(layerOf(['02'], [1, 4])).toEqual({ ...arranged, weights: Float32Array.of(0, 1, 0, 4) })
  })

  it('has the range of its siblings on each level', () => {
    expect([...themeLevelOf(rules, 1).families]).toEqual([['', { from: 0, to: 2 }]])
    const { codes, families, ruleOf } = themeLevelOf(rules, 2)
    expect(codes).toEqual(['01.01', '02.01'])
    expect([...families]).toEqual([
      ['01', { from: 0, to: 1 }],
      ['02', { from: 1, to: 2 }],
    ])
    expect([...ruleOf]).toEqual([1, 4])
  })

  it('is measured on labelled articles, level 2 only where the label has it', () => {
    const example = (code: string, scores: number[]) => ({
      ...nothing,
      code,
      scores: Float32Array.from(scores),
    })
    expect(measureThemes(rules, [], [])).toEqual({ measured: 0, level1: null, level2: null })
    expect(
      measureThemes(
        rules,
        [],
        [
          example('01', [9, -9, -9, 0, 0]),
          example('01.01.01', [9, 9, -9, 0, 0]),
          example('02.01', [9, 9, -9, 0, 0]),
          example('02', [0, 0, 0, 9, -9]),
        ],
      ),
    ).toEqual({ measured: 4, level1: 0.75, level2: 0.5 })
  })
})
