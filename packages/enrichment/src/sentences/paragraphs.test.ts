import { describe, expect, it } from 'vitest'
import { listParagraphs } from './paragraphs.ts'

const paragraphsOf = (text: string) => listParagraphs(text).map(({ start, end }) => text.slice(start, end))

describe('listParagraphs', () => {
  it('splits at blank lines', () => {
    expect(paragraphsOf('Um texto.\n\n \n\nOutro texto.')).toEqual(['Um texto.', 'Outro texto.'])
  })

  it('splits at single line breaks after the end of a sentence', () => {
    expect(paragraphsOf('As regras mudaram.\nDe acordo com a nota, valem já.')).toHaveLength(2)
  })

  it('joins wrapped lines', () => {
    const wrapped =
      'O curso é financiado pelo programa de altos estudos da coordenação e da\nUniversidade, com apoio de todos.'
    expect(paragraphsOf(wrapped)).toEqual([wrapped])
    expect(
      paragraphsOf('Vale para quem mora no campo, na floresta ou nas cidades, e\ntambém no mar.'),
    ).toHaveLength(1)
  })

  it.each([59, 60])('a line of %i characters is', (length) => {
    const line = 'O curso '.padEnd(length, 'x')
    expect(paragraphsOf(`${line}\nUniversidade aberta`)).toHaveLength(length < 60 ? 2 : 1)
    expect(paragraphsOf(`${line}.\nUniversidade aberta`)).toHaveLength(2)
  })

  it('treats headings and list items as paragraphs', () => {
    expect(paragraphsOf('Serviço\nData: 3 de maio\n- Local: auditório\n- entrada livre')).toHaveLength(4)
  })

  it('leaves out lines without words', () => {
    expect(paragraphsOf('\n\n***\n\n—\n')).toEqual([])
  })
})
