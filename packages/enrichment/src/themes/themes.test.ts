import { describe, expect, it } from 'vitest'
import { toThemeExample, type ThemeExample } from './train-themes.ts'
import { makeThemeClassifier } from './theme-classifier.ts'
import { hashThemeWords, HASHES_MAX } from './theme-hashes.ts'
import { measureThemes } from './measure-themes.ts'
import { readThemeModel, writeThemeModel } from './theme-model-file.ts'
import { compileThemeRules, type CatalogueTheme } from './theme-rules.ts'
import { foldWords, listThemeWords, type ThemedText } from './theme-text.ts'
import { trainThemes } from './train-themes.ts'

const theme = (code: string, label: string): CatalogueTheme => ({
  code,
  label,
  level: code.split('.').length as 1 | 2 | 3,
})
const THEMES = [
  theme('02', 'Educação'),
  theme('03', 'Saúde'),
  theme('03.01', 'Campanhas'),
  theme('03.02', 'Hospitais'),
  theme('03.02.01', 'Leitos'),
  theme('05', 'Clima'),
  ...['06', '07', '08', '09', '10'].map((code) => theme(code, `Tema ${code}`)),
]
const REFERENCE = {
  themes: THEMES,
  words: {
    '02': 'escola*!, prova',
    '03': 'vacin*!, busca ativa!, prova',
    '03.02': 'hospital!',
    '99': 'escola*!',
  },
  agencies: { mec: ['02'], saude: ['03', '03.01'], longe: ['99'] },
}
const rules = compileThemeRules(REFERENCE)
const article = (title: string, text = '', agencyKey: string | null = null): ThemedText => ({
  title,
  text,
  agencyKey,
})
const classify = makeThemeClassifier(rules)

describe('the words of an article', () => {
  it('are folded and divided into title, beginning and rest', () => {
    expect(foldWords('Pé-de-Meia: AÇÃO nº 2')).toEqual(['pe', 'de', 'meia', 'acao', 'n', '2'])
    const { words, titleEnd, leadEnd } = listThemeWords({
      ...article('Um título', `${'abc '.repeat(100)}fim`),
      subtitle: 'Sub',
    })
    expect([titleEnd, leadEnd, words.length]).toEqual([2, 103, 104])
    expect(words.slice(0, 4)).toEqual(['um', 'titulo', 'sub', 'abc'])
  })

  it.each([
    ['of 400 characters is the whole text', `${'a'.repeat(398)} b`, [2, 2]],
    ['ends before a word that crosses it', `${'a'.repeat(398)} bc`, [1, 2]],
    ['ends at a blank behind 400 characters', `${'a'.repeat(400)} b`, [1, 2]],
    ['ends within a word of 401 characters', 'a'.repeat(401), [1, 2]],
    ['ends within one behind a blank', ` ${'a'.repeat(401)}`, [1, 2]],
  ])('have a beginning that %s', (_, text, [leadEnd, all]) => {
    const words = listThemeWords(article('', text))
    expect([words.leadEnd, words.words.length]).toEqual([leadEnd, all])
  })

  it('are bounded', () => {
    const long = listThemeWords(article('t '.repeat(1000), 'a '.repeat(100_000)))
    expect(long.words.length).toBeLessThan(3000)
  })
})

describe('the rules', () => {
  it.each<[string, ThemedText, string | undefined]>([
    ['a word of a theme', article('Escola abre'), '02'],
    ['a word that begins so', article('Escolas abrem'), '02'],
    ['a word with accents and capitals', article('VACINAÇÃO começa'), '03'],
    ['words one after the other', article('Equipes fazem busca ativa'), '03'],
    ['words of a term that are apart', article('Busca muito ativa'), undefined],
    ['a word that two themes have', article('Prova'), undefined],
    ['a word of level 2, which counts for level 1', article('Hospital abre'), '03.02'],
    ['the label of a theme', article('Clima muda'), '05'],
    ['nothing', article('Nota'), undefined],
    ['the title before the text', article('Escola', 'A vacina e a vacina.'), '02'],
    ['an agency and a weak word', article('Prova', '', 'mec'), '02'],
    ['an agency against a clear word', article('Vacinação: vacina, hospital', '', 'mec'), '03.02'],
  ])('choose by %s', (_, text, code) => {
    expect(classify(text)?.code).toBe(code)
  })

  it('give a confidence that grows with the evidence', () => {
    const [little, much] = [article('Nota', 'A vacina.'), article('Vacina', 'A vacina. Busca ativa.')]
    const [low = 0, high = 0] = [classify(little)?.confidence, classify(much)?.confidence]
    expect(low).toBeGreaterThan(0.28)
    expect(high).toBeGreaterThan(low)
    expect(high).toBeLessThanOrEqual(1)
  })

  it('count the first three occurrences of a term', () => {
    const times = (count: number) => rules.score(listThemeWords(article('', 'vacina '.repeat(count))))
    expect(times(4)).toEqual(times(3))
    expect(times(3)).not.toEqual(times(2))
  })
})

describe('hashed words', () => {
  it('are the same for the same article, at most 400, with a sum of squares of 1', () => {
    const words = listThemeWords(
      article('t', Array.from({ length: 900 }, (_, n) => `palavra${n}x`).join(' '), 'mec'),
    )
    const { hashes, weights } = hashThemeWords(words)
    expect(hashThemeWords(words)).toEqual({ hashes, weights })
    expect(hashes.length).toBeLessThanOrEqual(HASHES_MAX + 1)
    expect(weights.reduce((sum, weight) => sum + weight * weight, 0)).toBeCloseTo(1, 4)
  })

  it('equal those of other forms of a word and differ between agencies', () => {
    const hashesOf = (title: string, agency: string | null = null) => [
      ...hashThemeWords(listThemeWords(article(title, '', agency))).hashes,
    ]
    expect(hashesOf('agricultura')).toEqual(hashesOf('agricultores'))
    expect(hashesOf('nota', 'mec')).not.toEqual(hashesOf('nota', 'saude'))
    expect(hashesOf('')).toEqual([])
  })
})

/** Articles whose themes follow from words that the rules do not know. */
const LESSONS = Array.from({ length: 30 }, (_, n): [ThemedText, string] =>
  n % 3 === 0
    ? [article(`Zebra ${n}`, 'corre'), '02']
    : n % 3 === 1
      ? [article(`Girafa ${n}`, 'anda'), '03.01']
      : [article(`Cobra ${n}`, 'rasteja'), '03.02.01'],
)
const examples = LESSONS.map(([text, code]): ThemeExample => toThemeExample(text, code, rules))

describe('a training', () => {
  it('teaches all levels, and the same examples teach the same', async () => {
    const layers = await trainThemes(rules, examples)
    const learned = makeThemeClassifier(rules, layers)
    expect(classify(article('Zebra'))).toBeNull()
    expect(learned(article('Zebra', 'corre'))?.code).toBe('02')
    expect(learned(article('Girafa', 'anda'))?.code).toBe('03.01')
    expect(learned(article('Cobra', 'rasteja'))?.code).toBe('03.02.01')
    expect(await trainThemes(rules, examples)).toEqual(layers)
  })

  it('without examples leaves the rules alone', async () => {
    const learned = makeThemeClassifier(rules, await trainThemes(rules, []))
    for (const text of [article('Escola'), article('Hospital'), article('Nota')])
      expect(learned(text)).toEqual(classify(text))
  })

  it('skips examples of unknown themes', async () => {
    const odd = examples.map((example) => ({ ...example, code: '77' }))
    expect(await trainThemes(rules, odd)).toEqual(await trainThemes(rules, []))
  })

  it('stops at a signal', async () => {
    await expect(trainThemes(rules, examples, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
  })
})

describe('a measure', () => {
  it('counts answers of level 1 and 2, and no answer as wrong', () => {
    const kept = [
      toThemeExample(article('Escola'), '02', rules),
      toThemeExample(article('Hospital'), '03.02', rules),
      toThemeExample(article('Hospital'), '03.01', rules),
      toThemeExample(article('Nota'), '05', rules),
    ]
    expect(measureThemes(rules, [], kept)).toEqual({ measured: 4, level1: 0.75, level2: 0.5 })
    expect(measureThemes(rules, [], [])).toEqual({ measured: 0, level1: null, level2: null })
  })
})

describe('the file of a model', () => {
  it('gives a classifier that answers as before, in a few kilobytes for few words', async () => {
    const layers = await trainThemes(rules, examples)
    const file = writeThemeModel(layers)
    expect(file.length).toBeLessThan(50_000)
    const [before, after] = [
      makeThemeClassifier(rules, layers),
      makeThemeClassifier(rules, readThemeModel(file)),
    ]
    for (const [text] of LESSONS) expect(after(text)?.code).toBe(before(text)?.code)
  })

  it('serves a catalogue with other themes', async () => {
    const layers = readThemeModel(writeThemeModel(await trainThemes(rules, examples)))
    const others = compileThemeRules({
      ...REFERENCE,
      themes: [theme('01', 'Primeiro'), ...THEMES.filter(({ code }) => code !== '05')],
    })
    const learned = makeThemeClassifier(others, layers)
    expect(learned(article('Zebra', 'corre'))?.code).toBe('02')
    expect(learned(article('Girafa', 'anda'))?.code).toBe('03.01')
  })

  it('is refused when damaged', async () => {
    const file = writeThemeModel(await trainThemes(rules, examples))
    expect(() => readThemeModel(file.slice(0, -20))).toThrow(/unexpected end of file/)
    expect(() => readThemeModel(new Uint8Array([1, 2, 3]))).toThrow(/header/)
  })
})
