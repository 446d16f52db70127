import type { Theme } from '@pauta/core/themes/theme'
import { describe, expect, it } from 'vitest'
import type { NameCatalogue } from './catalogue.ts'
import { NameIndex } from './name-index.ts'
import { readWords } from '../words/read-words.ts'

const theme = (code: string, label: string): Theme => ({
  code,
  label,
  level: code.split('.').length as Theme['level'],
  parentCode: code.includes('.') ? code.slice(0, code.lastIndexOf('.')) : null,
})
const indexOf = (catalogue: Partial<NameCatalogue>) =>
  new NameIndex({ themes: [], agencies: [], entities: [], ...catalogue })

const findIn = (index: NameIndex, request: string) =>
  index.find(readWords(request)).map(({ thing, start, end }) => [thing.kind, thing.code, start, end])

describe('names that collide', () => {
  const agency = { key: 'aquicultura', name: 'Aquicultura', aliases: ['Pesca Marinha'] }
  const entity = { name: 'Aquicultura', aliases: ['Pesca Marinha', 'Barco Azul'] }

  it('are themes of levels 1 and 2, then agencies, entities, themes of level 3, parts of labels', () => {
    const themes = [theme('98', 'Aquicultura'), theme('99.01.01', 'Barco Azul')]
    const all = indexOf({ themes, agencies: [agency], entities: [entity] })
    expect(findIn(all, 'aquicultura')).toEqual([['theme', '98', 0, 1]])
    expect(findIn(all, 'pesca marinha')).toEqual([['agency', 'aquicultura', 0, 2]])
    expect(findIn(all, 'barco azul')).toEqual([['entity', 'Aquicultura', 0, 2]])
    const second = indexOf({ themes: [theme('98.01', 'Aquicultura')], agencies: [agency] })
    expect(findIn(second, 'aquicultura')).toEqual([['theme', '98.01', 0, 1]])
    const third = indexOf({ themes: [theme('98.01.01', 'Aquicultura')], agencies: [agency] })
    expect(findIn(third, 'aquicultura')).toEqual([['agency', 'aquicultura', 0, 1]])
  })

  it('of two themes are the wider one, whatever their order', () => {
    const narrow = theme('97.01', 'Aquicultura')
    const wide = theme('98', 'Aquicultura')
    expect(findIn(indexOf({ themes: [narrow, wide] }), 'aquicultura')).toEqual([['theme', '98', 0, 1]])
    expect(findIn(indexOf({ themes: [wide, narrow] }), 'aquicultura')).toEqual([['theme', '98', 0, 1]])
  })
})

it('a name has at most twelve content words', () => {
  const name = (words: number) => Array.from({ length: words }, (_, n) => `palavra${n}`).join(' de ')
  const entities = [12, 13].map((words) => ({ name: name(words), aliases: [] }))
  expect(findIn(indexOf({ entities: entities.slice(0, 1) }), name(12))).toHaveLength(1)
  expect(findIn(indexOf({ entities: entities.slice(1) }), name(13))).toEqual([])
})

describe('a part of a label', () => {
  it.each([
    ['98', 'Aquicultura e Garimpo', 'garimpo', 1],
    ['98.01', 'Aquicultura e Garimpo', 'garimpo', 1],
    // One word of a narrow theme is too general, and so is a word of requests.
    ['98.01.01', 'Aquicultura e Garimpo', 'garimpo', 0],
    ['98.01.01', 'Aquicultura e Garimpo Velho', 'garimpo velho', 1],
    ['98', 'Aquicultura e Apoio', 'apoio', 0],
    ['98', 'Aquicultura e Notícias', 'notícias', 0],
  ])('of the theme %s “%s”, asked for as “%s”, is found: %s', (code, label, request, found) => {
    expect(findIn(indexOf({ themes: [theme(code, label)] }), request)).toHaveLength(found)
  })
})

describe('a name', () => {
  const index = indexOf({
    agencies: [{ key: 'agricultura', name: 'Ministério da Agricultura', aliases: ['Mapa', 'Mapa Verde'] }],
    entities: [
      { name: 'Mais Professores', aliases: ['Mais Professores'] },
      { name: 'Programa', aliases: ['Programa'] },
      { name: 'Pesca e Mar', aliases: ['Pesca e Mar'] },
      { name: 'Minha Casa, Minha Vida', aliases: ['Minha Casa, Minha Vida'] },
    ],
  })

  it.each([
    // An ordinary word is a name only with a capital, and inside of a longer name.
    ['o mapa', []],
    ['o Mapa', [['agency', 'agricultura', 1, 2]]],
    ['o mapa verde', [['agency', 'agricultura', 1, 3]]],
    ['ministérios da agricultura', [['agency', 'agricultura', 0, 3]]],
    ['ministério. Da agricultura', []],
    ['ministério, agricultura', []],
    ['ministério e agricultura', []],
    ['pesca e mar', [['entity', 'Pesca e Mar', 0, 3]]],
    ['pesca mar', []],
    // What stands before a name separates nothing in it, and no name goes on in the next sentence.
    ['dengue, ministério da agricultura', [['agency', 'agricultura', 1, 4]]],
    ['minha casa, minha vida', [['entity', 'Minha Casa, Minha Vida', 1, 4]]],
    ['minha casa. Minha vida', []],
    // Every word of an entity’s name must be there.
    ['mais professores', [['entity', 'Mais Professores', 1, 2]]],
    ['professores', []],
    ['programa', []],
  ])('in “%s”', (request, found) => {
    expect(findIn(index, request)).toEqual(found)
  })

  it('has words that no slip of the pen is', () => {
    expect(index.hasWord('professores')).toBe(true)
    expect(index.hasWord('professor')).toBe(true)
    expect(index.hasWord('professora')).toBe(false)
  })
})

it.each('abc ana cade cti mapa mar bn fundo serra palmas vitória natal'.split(' '))(
  '“%s” is a name only with a capital',
  (word) => {
    const name = word.toUpperCase()
    const index = indexOf({ agencies: [{ key: 'sigla', name, aliases: [] }] })
    expect(findIn(index, `o ${word}`)).toEqual([])
    expect(findIn(index, `o ${name}`)).toEqual([['agency', 'sigla', 1, 2]])
  },
)
