import { describe, expect, it } from 'vitest'
import type { VersionColumns } from './event.ts'
import { findEdit, gradeEdit } from './grade-edit.ts'

const BODY =
  'O Ministério da Saúde registrou 1.200 casos de dengue em Belém neste mês. A ministra Nísia Trindade disse que o ' +
  'governo vai comprar vacinas. A assessoria de imprensa não respondeu às perguntas enviadas pela redação.'

const version = (content: string, changes: Partial<VersionColumns> = {}): VersionColumns => ({
  title: 'Casos de dengue sobem em Belém',
  subtitle: null,
  content,
  imageUrl: null,
  publishedAt: new Date('2026-06-01T12:00:00Z'),
  sourceUpdatedAt: null,
  ...changes,
})
const replace = (from: string, to: string) => {
  expect(BODY).toContain(from)
  return BODY.replace(from, to)
}

describe('gradeEdit', () => {
  it.each([
    ['typography', 'accents and case', replace('Belém neste mês', 'belem neste mes'), /acentos/],
    ['typography', 'the separator of a number', replace('1.200', '1200'), /pontuação/],
    ['typography', 'line breaks', replace('. A ministra', '.\n\nA ministra'), /espaços/],
    ['typography', 'a hyphen', replace('vai comprar', 'vai-comprar'), /pontuação/],
    ['small', 'one common word', replace('disse que', 'afirmou que'), /“disse” → “afirmou”/],
    ['small', 'a few added words', replace('neste mês', 'neste mês de junho'), /entrou “de junho”/],
    ['figures', 'a number', replace('1.200', '1.500'), /“1.200” → “1.500”/],
    ['figures', 'a number in words', replace('1.200', 'dois mil'), /→ “dois mil”/],
    [
      'figures',
      'an added number in words',
      replace('casos de', 'casos de dois tipos de'),
      /entrou “dois tipos/,
    ],
    ['figures', 'a number that disappears', replace('1.200 casos', 'casos'), /saiu “1.200”/],
    ['names', 'a place', replace('em Belém', 'em Manaus'), /“Belém” → “Manaus”/],
    ['small', 'an added name', replace('em Belém neste', 'em Belém e Manaus neste'), /entrou “e Manaus”/],
    ['names', 'a name for common words', replace('Nísia Trindade disse', 'disse'), /saiu “Nísia Trindade”/],
    ['names', 'common words for a name', replace('o governo vai', 'a Pasta vai'), /→ “a Pasta”/],
    ['names', 'a surname', replace('Nísia Trindade', 'Nísia Andrade'), /“Trindade” → “Andrade”/],
    [
      'text_removed',
      'a sentence',
      replace(' A ministra Nísia Trindade disse que o governo vai comprar vacinas.', ''),
      /saiu “ministra Nísia/,
    ],
    [
      'text_removed',
      'a sentence, and another word elsewhere',
      replace(' A ministra Nísia Trindade disse que o governo vai comprar vacinas.', '').replace(
        'registrou',
        'notificou',
      ),
      /^texto retirado: saiu “[^”]*”$/,
    ],
    [
      'meaning',
      'a sentence with “não”',
      replace(' A assessoria de imprensa não respondeu às perguntas enviadas pela redação.', ''),
      /sentido/,
    ],
    ['meaning', 'a negation', replace('vai comprar', 'não vai comprar'), /entrou “não”/],
    ['meaning', 'a limit', replace('em Belém', 'apenas em Belém'), /“apenas”/],
    [
      'meaning',
      'a third of the words',
      BODY.replace(
        /^.*?vacinas\./,
        'Uma campanha nacional contra a doença começa hoje nas escolas de todo o país e termina na próxima semana, segundo nota publicada pela pasta.',
      ),
      /^texto reescrito: 59 % das palavras trocadas$/,
    ],
  ])('is %s for %s', (grade, _, content, reason) => {
    const found = gradeEdit(version(BODY), version(content))
    expect(found).toEqual({ grade, reason: expect.stringMatching(reason) })
  })

  it('takes a number in words for a figure, also where a name has it', () => {
    const text = (count: string) => version(`O município de Dois Irmãos teve ${count} casos de dengue.`)
    expect(gradeEdit(text('dois'), text('três'))).toMatchObject({ grade: 'figures' })
  })

  it.each([
    ['meaning', { title: 'Vacina chega a todos os estados' }, /outro título/],
    ['figures', { title: 'Casos de dengue sobem 40% em Belém' }, /“40”|“40%”/],
    ['small', { imageUrl: 'https://a.br/foto.jpg' }, /^imagem trocada$/],
    ['small', { publishedAt: new Date('2026-06-02T12:00:00Z') }, /^data da publicação alterada$/],
    ['typography', { sourceUpdatedAt: new Date('2026-06-02T12:00:00Z') }, /espaços/],
    ['small', { subtitle: 'Veja os dados' }, /entrou “Veja os dados”/],
  ])('is %s for %o', (grade, changes, reason) => {
    expect(gradeEdit(version(BODY), version(BODY, changes))).toEqual({
      grade,
      reason: expect.stringMatching(reason),
    })
  })

  /** Distinct words without figures or names, so many of them. */
  const words = (count: number, letter: string) =>
    Array.from(
      { length: count },
      (_, place) =>
        letter.repeat(3) +
        'bcdfghjklm'[place % 10] +
        'aeiou'[place % 5] +
        'npqrstvxz'[Math.floor(place / 10)],
    ).join(' ')
  /** Between kept words, with a title of one word. */
  const grade = (kept: number, from: string, to: string) => {
    const text = (middle: string) => version(`${middle} ${words(kept, 'k')}`, { title: 'Dados' })
    return gradeEdit(text(from), text(to))
  }

  it.each([
    ['a place loses six words', 50, words(6, 'o'), '', 'text_removed'],
    ['a place loses five words', 50, words(5, 'o'), '', 'small'],
    ['a text loses 20 words more than it gains', 90, words(21, 'o'), words(1, 'n'), 'text_removed'],
    ['a text loses 19 words more than it gains', 90, words(20, 'o'), words(1, 'n'), 'small'],
    // With the title, 21 of 70 words and 21 of 71.
    ['three in ten words are others', 48, words(21, 'o'), words(21, 'n'), 'meaning'],
    ['fewer than three in ten words are others', 49, words(21, 'o'), words(21, 'n'), 'small'],
    ['20 words are others', 40, words(20, 'o'), words(20, 'n'), 'meaning'],
    ['19 words are others', 40, words(20, 'o'), words(19, 'n'), 'small'],
  ])('counts: %s', (_, kept, from, to, expected) => {
    expect(grade(kept, from, to).grade).toBe(expected)
  })

  it('tells the places, also where no place lost words alone and where most words are others', () => {
    const reason = 'texto retirado: “' + words(21, 'o').slice(0, 20)
    expect(grade(90, words(21, 'o'), words(1, 'n')).reason.slice(0, reason.length)).toBe(reason)
    const [from, to] = [words(21, 'o'), words(21, 'n')]
    expect(findEdit(version(from), version(to))).toMatchObject({
      label: 'texto reescrito',
      changes: [{ removed: from, added: to }],
    })
  })

  it.each([
    ['half of the title', 'Casos de dengue sobem', 'Mortes de dengue caem', BODY, /^outro título/],
    ['less than half of it', 'Casos de dengue sobem hoje', 'Mortes de dengue caem hoje', BODY, /^pequena/],
    [
      'half of the title, and a negation',
      'Casos de dengue sobem',
      'Mortes de dengue caem',
      replace('vai comprar', 'não vai comprar'),
      /^palavra que muda o sentido/,
    ],
  ])('counts: %s', (_, from, to, content, reason) => {
    expect(gradeEdit(version(BODY, { title: from }), version(content, { title: to })).reason).toMatch(reason)
  })

  it.each([
    [3, /^[^;]+; [^;]+; [^;]+$/],
    [4, /; e mais 1$/],
  ])('quotes three of %i places', (places, reason) => {
    const text = (word: string) =>
      version(Array.from({ length: places }, () => `O órgão ${word} um dado e fez outra coisa.`).join(' '))
    const graded = gradeEdit(text('disse'), text('negou'))
    expect(graded.reason).toMatch(reason)
    expect(graded.reason.match(/“disse” → “negou”/g)).toHaveLength(3)
  })

  it('keeps its reason short', () => {
    const long = 'palavra muito comprida '.repeat(200)
    const { reason } = gradeEdit(version(`${BODY} ${long}`), version(BODY))
    expect(reason.length).toBeLessThanOrEqual(300)
  })
})
