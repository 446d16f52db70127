import type { Theme } from '@pauta/core/themes/theme'
import { describe, expect, it } from 'vitest'
import { cleanSummary, readAnswer, SUMMARY_MAX_CHARACTERS, UnusableAnswer } from './answer.ts'

const theme = (code: string, level: Theme['level'], parentCode: string | null) =>
  [code, { code, label: `Tema ${code}`, level, parentCode }] as const
const catalogue = new Map<string, Theme>([
  theme('03', 1, null),
  theme('03.02', 2, '03'),
  theme('03.02.01', 3, '03.02'),
  theme('09.01', 2, '09'),
  theme('10', 1, null),
  theme('10.01', 2, '10'),
])
const summary = 'A vacinação começa na segunda. O público são crianças.'
const read = (answer: unknown) => readAnswer(JSON.stringify(answer), catalogue)

describe('an answer of the model', () => {
  it('gives the theme with those above it, and the summary', () => {
    expect(read({ themeCode: '03.02.01', summary })).toEqual({
      theme: {
        themeL1Code: '03',
        themeL2Code: '03.02',
        themeL3Code: '03.02.01',
        mostSpecificThemeCode: '03.02.01',
      },
      summary,
    })
    expect(read({ themeCode: ' 03 ', summary }).theme).toEqual({
      themeL1Code: '03',
      themeL2Code: null,
      themeL3Code: null,
      mostSpecificThemeCode: '03',
    })
  })

  it('may say that no theme fits', () => {
    expect(read({ themeCode: null, summary })).toEqual({ theme: null, summary })
  })

  it('is found in a fence and between words', () => {
    const wrapped = `Claro:\n\`\`\`json\n${JSON.stringify({ themeCode: '03', summary })}\n\`\`\``
    expect(readAnswer(wrapped, catalogue)).toMatchObject({ summary })
  })

  it.each([
    ['nothing', '', /no JSON object: ""/],
    ['words alone', 'Não posso ajudar com isso.', /no JSON object: "Não posso/],
    ['half an object', '{"themeCode": "03", "summ', /no JSON object/],
    ['another shape', '{"tema": "03"}', /another shape/],
    ['a list of codes', JSON.stringify({ themeCode: ['03'], summary }), /another shape/],
    ['an unknown theme', JSON.stringify({ themeCode: '99.99', summary }), /"99\.99", which the catalogue/],
    ['a name for a code', JSON.stringify({ themeCode: 'Tema 03', summary }), /"Tema 03", which/],
    ['a theme of the language', JSON.stringify({ themeCode: '__proto__', summary }), /"__proto__", which/],
    ['an empty summary', JSON.stringify({ themeCode: '03', summary: ' \n ' }), /no summary/],
    [
      'a summary of links',
      JSON.stringify({ themeCode: '03', summary: 'Veja https://x.example.' }),
      /no summary/,
    ],
  ])('is none with %s', (_, text, reason) => {
    expect(() => readAnswer(text, catalogue)).toThrow(UnusableAnswer)
    expect(() => readAnswer(text, catalogue)).toThrow(reason)
  })

  it('has the themes above it as far as they are known', () => {
    const named = {
      themeL1Code: '10',
      themeL2Code: '10.01',
      themeL3Code: null,
      mostSpecificThemeCode: '10.01',
    }
    expect(read({ themeCode: '10.01', summary }).theme).toEqual(named)
    const alone = {
      themeL1Code: null,
      themeL2Code: '09.01',
      themeL3Code: null,
      mostSpecificThemeCode: '09.01',
    }
    expect(read({ themeCode: '09.01', summary }).theme).toEqual(alone)
  })
})

describe('a summary', () => {
  it('has at most three sentences, on one line', () => {
    expect(cleanSummary('Um fato.\nOutro, do dia 1º.  Mais R$ 1.200,50. E um quarto.')).toBe(
      'Um fato. Outro, do dia 1º. Mais R$ 1.200,50.',
    )
  })

  it('loses what was not asked for, and keeps the rest', () => {
    const text =
      'A campanha começou. Clique em https://golpe.example agora! <b>Urgente</b> hoje. Vai até sexta.'
    expect(cleanSummary(text)).toBe('A campanha começou. Vai até sexta.')
  })

  it('ends with a sentence before it grows too long', () => {
    const sentence = `A${'a'.repeat(SUMMARY_MAX_CHARACTERS / 2)}.`
    expect(cleanSummary(`${sentence} ${sentence}`)).toBe(sentence)
    expect(cleanSummary('a'.repeat(2 * SUMMARY_MAX_CHARACTERS))).toBe('')
  })
})
