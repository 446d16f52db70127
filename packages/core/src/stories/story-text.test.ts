import { describe, expect, it } from 'vitest'
import { readStoryText } from './story-text.ts'

describe('the names of a title', () => {
  it.each<[string, string, string[], string[]]>([
    ['begin with a capital, after the first word', 'Ministra Nísia visita Equipe', ['nisia', 'equipe'], []],
    ['have places', 'Ministra visita Acre', ['acre'], ['acre']],
    ['have a place at the beginning', 'Acre recebe vacinas', ['acre'], ['acre']],
    ['have no place in small letters', 'Flor do acre nasce', [], []],
    ['have no function words', 'Vacina Para Crianças', ['criancas'], []],
    ['are places alone in a title in capitals', 'NÍSIA VISITA ACRE', ['acre'], ['acre']],
    ['have no numbers', 'Copa G20 começa', [], []],
  ])('%s: %s', (_, title, titleNames, titlePlaces) => {
    expect(readStoryText({ title, content: null })).toMatchObject({ titleNames, titlePlaces })
  })
})

describe('the words of a text', () => {
  const dated = 'Rio de Janeiro (RJ), 12/6/2026 – Texto'
  const hasDate = (...paragraphs: string[]) =>
    readStoryText({ title: 'Título', content: paragraphs.join('\n\n') }).words.has('2026')

  it('lack the datelines of its first four paragraphs', () => {
    expect(hasDate('um', 'dois', 'três', dated)).toBe(false)
    expect(hasDate('um', 'dois', 'três', 'quatro', dated)).toBe(true)
  })

  it('are four in a shingle, and 60 in its lead', () => {
    const words = Array.from({ length: 300 }, (_, at) => `palavra${at}`)
    const { lead, shingles } = readStoryText({ title: 'Um', content: words.join(' ') })
    expect([lead.size, shingles.size]).toEqual([57, 297])
  })
})
