import { describe, expect, it } from 'vitest'
import { cleanSummary, readAnswer, SUMMARY_MAX_CHARACTERS, UnusableAnswer } from './answer.ts'

const catalogue = new Map(['03', '03.02', '03.02.01'].map((code) => [code, { code, label: `Tema ${code}` }]))
const summary = 'A vacinação começa na segunda. O público são crianças.'
const read = (answer: unknown) => readAnswer(JSON.stringify(answer), catalogue)

describe('readAnswer', () => {
  it('returns the code of a theme and a summary', () => {
    expect(read({ themeCode: '03.02.01', summary })).toEqual({ themeCode: '03.02.01', summary, names: [] })
    expect(read({ themeCode: ' 03 ', summary }).themeCode).toBe('03')
  })

  it('returns the names with the offices of people', () => {
    const names = [
      { type: 'PER', name: 'Ana', office: 'ministra' },
      { type: 'PER', name: 'Rui', office: '' },
      { type: 'ORG', name: 'Xan', office: 'sede' },
    ]
    expect(read({ themeCode: null, summary, names }).names).toEqual([
      { type: 'PER', text: 'Ana', office: 'ministra' },
      { type: 'PER', text: 'Rui', office: null },
      { type: 'ORG', text: 'Xan', office: null },
    ])
  })

  it('accepts that no theme fits', () => {
    expect(read({ themeCode: null, summary })).toEqual({ themeCode: null, summary, names: [] })
  })

  it('finds the object in a fence and between sentences', () => {
    const wrapped = `Claro:\n\`\`\`json\n${JSON.stringify({ themeCode: '03', summary })}\n\`\`\``
    expect(readAnswer(wrapped, catalogue)).toMatchObject({ summary })
    const within = `A resposta (${JSON.stringify({ themeCode: '03', summary })}).`
    expect(readAnswer(within, catalogue)).toMatchObject({ summary })
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
  ])('throws for %s', (_, text, reason) => {
    expect(() => readAnswer(text, catalogue)).toThrow(UnusableAnswer)
    expect(() => readAnswer(text, catalogue)).toThrow(reason)
  })
})

describe('cleanSummary', () => {
  it('returns at most three sentences, on one line', () => {
    expect(cleanSummary('Um fato.\nOutro, do dia 1º.  Mais R$ 1.200,50. E um quarto.')).toBe(
      'Um fato. Outro, do dia 1º. Mais R$ 1.200,50.',
    )
  })

  it('drops sentences with markup or addresses and keeps the rest', () => {
    const text =
      'A campanha começou. Clique em https://golpe.example agora! <b>Urgente</b> hoje. Vai até sexta.'
    expect(cleanSummary(text)).toBe('A campanha começou. Vai até sexta.')
  })

  it('stops at a sentence before the summary gets too long', () => {
    const sentence = `A${'a'.repeat(SUMMARY_MAX_CHARACTERS / 2)}.`
    expect(cleanSummary(`${sentence} ${sentence}`)).toBe(sentence)
    expect(cleanSummary('a'.repeat(SUMMARY_MAX_CHARACTERS))).toHaveLength(SUMMARY_MAX_CHARACTERS)
    expect(cleanSummary('a'.repeat(SUMMARY_MAX_CHARACTERS + 1))).toBe('')
  })
})
