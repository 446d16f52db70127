import { describe, expect, it } from 'vitest'
import { isSameStory } from './same-story.ts'
import { listBands, searchedKeys, storyKeys } from './story-keys.ts'
import { readStoryText } from './story-text.ts'

interface Given {
  agency?: string
  title: string
  content: string
  day?: number
}

const compared = ({ agency = 'saude', title, content, day = 1 }: Given) => ({
  agencyKey: agency,
  publishedAt: new Date(Date.UTC(2026, 5, day, 12)),
  contentHash: null,
  text: readStoryText({ title, content }),
})
const areSame = (a: Given, b: Given) => {
  const [one, other] = [compared(a), compared(b)]
  expect(isSameStory(other, one)).toBe(isSameStory(one, other))
  return isSameStory(one, other)
}
const haveCommonKey = (a: Given, b: Given) => {
  const [one, other] = [compared(a), compared(b)]
  const keys = new Set(storyKeys(listBands(one.text), one.publishedAt))
  return searchedKeys(listBands(other.text), other.publishedAt).some((key) => keys.has(key))
}

/** A release of a state: its form is the same for all states. */
const release = (state: string, count: string): Given => ({
  title: `${state} recebe mais ${count} doses da vacina contra a dengue`,
  content: [
    `O Ministério da Saúde enviou ${count} doses da vacina contra a dengue ao estado de ${state} nesta quinta-feira, para crianças e adolescentes de 10 a 14 anos.`,
    'A entrega faz parte da estratégia nacional de vacinação e segue os critérios pactuados com estados e municípios no Sistema Único de Saúde.',
    'As doses chegam à secretaria estadual, que as distribui às unidades básicas de todos os municípios até o fim da semana, com apoio do Exército.',
    'A vacina é aplicada em duas doses, com intervalo de três meses, e está disponível para quem mora na capital e nas terras indígenas.',
  ].join('\n\n'),
})
const roraima = release('Roraima', '553')
const paragraphs = roraima.content.split('\n\n')
const elsewhere: Given = { ...roraima, agency: 'casacivil' }

describe('the same release on another site', () => {
  it.each<[string, Given]>([
    ['unchanged', elsewhere],
    ['with another title', { ...elsewhere, title: 'Governo envia vacinas para Roraima' }],
    [
      'with another dateline',
      { ...elsewhere, content: `Rio de Janeiro (RJ), 12/6/2026 – ${roraima.content}` },
    ],
    ['without its last paragraphs', { ...elsewhere, content: paragraphs.slice(0, 2).join('\n\n') }],
    ['without a paragraph inside', { ...elsewhere, content: paragraphs.toSpliced(1, 1).join('\n\n') }],
    [
      "with the other agency's credit and telephone number",
      { ...elsewhere, content: `${roraima.content}\n\nAscom da Casa Civil\n\nTelefone: (61) 3411-1221` },
    ],
    ['seven days later', { ...elsewhere, day: 8 }],
  ])('is one story: %s', (_, copy) => {
    expect(areSame(roraima, copy)).toBe(true)
    expect(haveCommonKey(roraima, copy)).toBe(true)
  })
})

describe('another release', () => {
  it.each<[string, Given]>([
    ['of another state', release('Acre', '201')],
    ['of another state on another site', { ...release('Acre', '201'), agency: 'casacivil' }],
    ['of the state whose name is a preposition', release('Pará', '553')],
    ['of the same state with another number', release('Roraima', '870')],
    ['eight days later', { ...elsewhere, day: 9 }],
    ['of its agency three days later', { ...roraima, day: 4 }],
    [
      'about the same topic in other words',
      {
        agency: 'anvisa',
        title: 'Anvisa aprova vacina contra a dengue de dose única',
        content:
          'A Agência Nacional de Vigilância Sanitária aprovou o registro da primeira vacina contra a dengue de dose única, ' +
          'desenvolvida no Brasil pelo Instituto Butantan para pessoas de 12 a 59 anos, depois de estudos com 16 mil voluntários.',
      },
    ],
  ])('is another story: %s', (_, other) => {
    expect(areSame(roraima, other)).toBe(false)
  })
})

it('compares no more than the beginning of a long text', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `palavra${at}`).join(' ')
  const { shingles } = readStoryText({ title: 'Longo', content: words(20_000) })
  expect(shingles.size).toBeLessThanOrEqual(3000)
})
