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
    [
      'no caption',
      `A ministra entrega doses da vacina contra a dengue a Roraima.\n\nFoto: Fulano/MS\n\n${LEAD}`,
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
  ])('has %s', (_, content, expected) => {
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
    ['headings only', '# Vacinação\n\nCalendário\n\nContatos'],
    [
      'only a sentence that is too long',
      `${'O Ministério da Saúde enviou vacinas a Roraima e '.repeat(7)}ao Acre.`,
    ],
  ])('is null for %s', (_, content) => {
    expect(choose(TITLE, content)).toBeNull()
  })
})
