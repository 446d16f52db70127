import { describe, expect, it } from 'vitest'
import { readArticle } from '../sentences/passage.ts'
import { chooseSummary, SUMMARY_MAX_CHARACTERS } from './choose-summary.ts'

const choose = (title: string, content: string | null) =>
  chooseSummary(content, readArticle({ title, content }))

const LEAD =
  'O Ministério da Saúde enviou 553 mil doses da vacina contra a dengue a Roraima nesta quinta-feira (13).'
const TITLE = 'Ministério da Saúde envia 553 mil doses da vacina contra a dengue a Roraima'

describe('a chosen summary', () => {
  it.each([
    ['the first sentence', `${LEAD}\n\nO lote chegou de avião à capital.`, LEAD],
    ['no dateline', `Brasília (DF), 13/11/2025 – ${LEAD}`, LEAD],
    ['no word in capitals before the sentence', `DENGUE NO NORTE – ${LEAD}`, LEAD],
    ['no Markdown', `**Boa Vista, 13/11/2025** - ${LEAD.replace('553 mil', '**553 mil**')}`, LEAD],
    [
      'texts of links without addresses',
      LEAD.replace('vacina contra a dengue', '[vacina contra a dengue](https://www.gov.br/saude "Vacina")'),
      LEAD,
    ],
    ['no links to other pages', `Leia também: ${TITLE} em outra semana deste ano.\n\n${LEAD}`, LEAD],
    ['no caption', `${TITLE} nesta quinta.\n\nFoto: Fulano/MS\n\n${LEAD}`, LEAD],
    [
      'the paragraph before one that ends with a credit',
      `${LEAD}\n\nA ministra entrega as doses. Foto: Fulano/MS`,
      LEAD,
    ],
    ['no heading', `Vacina contra a dengue chega a Roraima com mais doses\n\n${LEAD}`, LEAD],
    [
      'no half of a quote',
      `“A vacina contra a dengue chega a Roraima com 553 mil doses. É um dia histórico.”\n\n${LEAD}`,
      LEAD,
    ],
    [
      'no sentence that continues another',
      `Além disso, o Ministério da Saúde envia vacina contra a dengue a Roraima.\n\n${LEAD}`,
      LEAD,
    ],
    [
      'the next sentence too, if both are of one paragraph and short',
      `${LEAD} O lote chegou de avião à capital.`,
      `${LEAD} O lote chegou de avião à capital.`,
    ],
    [
      'the sentence that shares most words with the title',
      `Equipes percorreram comunidades distantes durante a semana de calor.\n\n${LEAD}`,
      LEAD,
    ],
    ['no sentence that repeats the title', `Nota.\n\n${TITLE}.\n\n${LEAD}`, LEAD],
    [
      'a sentence that continues another, where no other one is suitable',
      `Além disso, ${LEAD}`,
      `Além disso, ${LEAD}`,
    ],
    [
      'no beginning of a paragraph that ends with a credit',
      `A ministra entrega doses da vacina contra a dengue a Roraima. Foto: Fulano/MS\n\n${LEAD}`,
      LEAD,
    ],
    ['no sentence inside of a link', `Veja [a nota. ${TITLE} hoje](https://a.gov.br/b).\n\n${LEAD}`, LEAD],
  ])('has %s', (_, content, expected) => {
    expect(choose(TITLE, content)).toBe(expected)
  })

  it.each([
    ['that begins in lower case', `o ${TITLE} hoje.`],
    ['without an end', `${TITLE} hoje:`],
    ['with half of a “quote”', `${TITLE} “hoje.`],
    ['with half of a "quote"', `${TITLE} "hoje.`],
    ['with half of a «quote»', `${TITLE} «hoje.`],
    ['with half of (brackets)', `${TITLE} (hoje.`],
    ['with half of [brackets]', `${TITLE} [hoje.`],
    ['with the marks of a list', `${TITLE} • hoje.`],
    ['that continues one before', `Ainda assim, ${TITLE} hoje.`],
    ['by a speaker', `Segundo ela, ${TITLE} hoje.`],
    ['that begins with a quote', `“${TITLE}” hoje.`],
    ['that asks', `${TITLE} hoje?`],
    ['behind a label', `Resumo: ${TITLE} hoje.`],
  ])('has no sentence %s before a whole one', (_, sentence) => {
    expect(choose(TITLE, `${sentence}\n\n${LEAD}`)).toBe(LEAD)
  })

  it.each([
    ['in another paragraph', `${LEAD}\n\nO lote chegou de avião à capital.`],
    ['without a blank between them', `${LEAD} O lote chegou de avião à capital.`.replace(' (13). ', '.')],
    ['that is a link to another page', `${LEAD} Leia também o boletim da semana.`],
    ['that begins with a quote', `${LEAD} “O lote chegou”, disse a ministra.`],
    ['that is a question', `${LEAD} Quem pode tomar a vacina?`],
    [
      'behind one that ends a link',
      `[Nota. ${LEAD} Fim](https://a.gov.br/b) da nota. O lote chegou à capital.`,
    ],
    ['that makes both longer than 300 characters', `${LEAD} O lote chegou ${'x'.repeat(182)}.`],
  ])('has no next sentence %s', (_, content) => {
    expect(choose(TITLE, content)).toBe(content.includes('(13)') ? LEAD : LEAD.replace(' (13)', ''))
  })

  it.each([
    [170, true],
    [171, false],
  ])('of %i characters has the next sentence: %s', (length, hasNext) => {
    const first = `${LEAD.slice(0, -1)}, `.padEnd(length - 1, 'x').concat('.')
    const next = 'O lote chegou de avião à capital.'
    expect(choose(TITLE, `${first} ${next}`)).toBe(hasNext ? `${first} ${next}` : first)
  })

  it('has 300 characters with the next sentence at most', () => {
    const next = `O lote chegou ${'x'.repeat(SUMMARY_MAX_CHARACTERS - LEAD.length - 16)}.`
    expect(choose(TITLE, `${LEAD} ${next}`)).toHaveLength(SUMMARY_MAX_CHARACTERS)
  })

  it('weighs the place of a sentence more than one of many words of the title', () => {
    const first = 'Equipes percorreram comunidades distantes durante a semana de calor.'
    const later = 'Barcos e aviões chegaram ontem com remédios ao norte de Roraima.'
    expect(choose(TITLE, `${first}\n\n${later}`)).toBe(first)
  })

  it('weighs words that the text repeats more than one place', () => {
    const central = 'Vacinas protegem crianças contra doenças graves no campo.'
    const others = Array<string>(18).fill('Vacinas protegem crianças no campo.')
    const first = 'Equipes percorreram comunidades distantes durante a semana.'
    expect(choose('Nota', [first, central, ...others].join('\n\n'))).toBe(central)
    expect(choose('Nota', [first, central, 'Outra nota.'].join('\n\n'))).toBe(first)
  })

  it.each([
    [39, null],
    [40, 'O lote'],
  ])('of one sentence of %i characters is %s', (length, start) => {
    const summary = choose(TITLE, 'O lote '.padEnd(length - 1, 'x').concat('.'))
    expect(summary?.slice(0, 6) ?? null).toBe(start)
  })

  it.each([
    ['a caption of 250 characters', 250, null],
    ['a longer paragraph', 251, 'A ministra'],
  ])('reads %s with a credit in it as what it is', (_, length, start) => {
    const sentence = 'A ministra entrega doses da vacina contra a dengue a Roraima.'
    const paragraph = `${sentence} Foto: `.padEnd(length, 'x')
    expect(choose(TITLE, paragraph)?.slice(0, 10) ?? null).toBe(start)
  })

  it('has a long paragraph before a credit', () => {
    const long = `${LEAD} O lote chegou ${'x'.repeat(200)}.`
    expect(choose(TITLE, `${long}\n\nFoto: Fulano/MS`)).toBe(LEAD)
  })

  it.each([
    ['the fortieth sentence', `${'Nota. '.repeat(39)}${LEAD}`, LEAD],
    ['no later sentence', `${'Nota. '.repeat(40)}${LEAD}`, null],
    ['a sentence within 12,000 characters', `${'x'.repeat(11_998 - LEAD.length)}\n\n${LEAD}`, LEAD],
    ['no sentence that ends behind them', `${'x'.repeat(11_999 - LEAD.length)}\n\n${LEAD}`, null],
  ])('is %s', (_, content, expected) => {
    expect(choose(TITLE, content)).toBe(expected)
  })

  it('takes a sentence of exactly 300 characters and no longer one', () => {
    const start = `${LEAD.slice(0, -1)}, `
    const sentence = (length: number) => `${start}${'x'.repeat(length - start.length - 1)}.`
    expect(choose(TITLE, `${sentence(SUMMARY_MAX_CHARACTERS)}\n\n${LEAD}`)).toHaveLength(
      SUMMARY_MAX_CHARACTERS,
    )
    expect(choose(TITLE, `${sentence(SUMMARY_MAX_CHARACTERS + 1)}\n\n${LEAD}`)).toBe(LEAD)
  })

  it.each([
    ['no text', null],
    ['an empty text', ''],
    ['only a caption', `Nota.\n\nFoto oficial: ${TITLE} nesta quinta.`],
    ['headings only', '# Vacinação\n\nCalendário\n\nContatos'],
    [
      'only a sentence that is too long',
      `${'O Ministério da Saúde enviou vacinas a Roraima e '.repeat(7)}ao Acre.`,
    ],
  ])('is null for %s', (_, content) => {
    expect(choose(TITLE, content)).toBeNull()
  })
})
