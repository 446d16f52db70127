import { THEMES } from '@pauta/core/themes/catalogue'
import { expect, it } from 'vitest'
import { NameIndex } from './name-index.ts'
import { readWords } from '../words/read-words.ts'
import { findPlaces } from './places.ts'

const entity = (name: string) => ({ name, aliases: [name] })
const index = new NameIndex({
  themes: [...THEMES],
  agencies: [
    { key: 'saude', name: 'Ministério da Saúde', aliases: ['MS'] },
    { key: 'mec', name: 'Ministério da Educação', aliases: ['MEC'] },
    { key: 'ceara', name: 'Governo do Ceará', aliases: [] },
  ],
  entities: ['Estado do Acre', 'Amigos do Acre', 'Bahia Mineração'].map(entity),
})

/** Returns the places of a request as [their words, their states]. */
function placesIn(request: string): [string, string][] {
  const words = readWords(request)
  return findPlaces(words, index.find(words)).map(({ start, end, states }) => [
    words
      .slice(start, end)
      .map(({ text }) => text)
      .join(' '),
    states.join(' '),
  ])
}

// Each row differs in one thing from words that name a place, or from words that name none.
it.each<[string, [string, string][]]>([
  // What follows may make it the name of a town.
  ['no Sul de', [['no Sul', 'PR RS SC']]],
  ['dengue no Rio de (Contas)', [['no Rio', 'RJ']]],
  ['dengue no Rio de Contas', []],
  ['dengue em São Paulo de olivença', [['em São Paulo', 'SP']]],
  ['dengue em São Paulo de Olivença', []],
  ['dengue em São Paulo do MEC', [['em São Paulo', 'SP']]],
  ['dengue no Centro-Oeste', [['no Centro-Oeste', 'DF GO MS MT']]],
  ['dengue no Centro, Oeste', []],
  // "De" leads to a place behind a word that has no capital or is the first one.
  ['do Ceará', []],
  ['dengue, do Ceará', []],
  ['Instituto do Ceará', [['do Ceará', 'CE']]],
  ['o Instituto do Ceará', []],
  ['dengue no DF', [['no DF', 'DF']]],
  ['dengue no, DF', []],
  ['dengue no MS', []],
  ['dengue interior do Ceará', [['interior do Ceará', 'CE']]],
  ['dengue interior no Ceará', [['no Ceará', 'CE']]],
  ['dengue na região sul', [['na região sul', 'PR RS SC']]],
  ['dengue região sul', []],
  // Behind "para" and "sobre".
  ['recursos para Bahia', [['Bahia', 'BA']]],
  ['recursos para, Bahia', []],
  ['recursos para o Ceará', [['o Ceará', 'CE']]],
  ['recursos para a Ceará', []],
  ['sobre o, Ceará', []],
  ['do Pará Bahia', []],
  // Codes aside, and lists.
  ['Sobral (CE)', [['CE', 'CE']]],
  ['Ministério da Saúde (MS)', []],
  ['notícias da Saúde (MS)', [['MS', 'MS']]],
  ['no Ceará e Sergipe', [['no Ceará e Sergipe', 'CE SE']]],
  ['no Ceará, e Sergipe', [['no Ceará', 'CE']]],
  ['no Ceará e, Sergipe', [['no Ceará', 'CE']]],
  ['no Ceará, Bahia', [['no Ceará Bahia', 'CE BA']]],
  ['no Ceará. Bahia', [['no Ceará', 'CE']]],
  [
    'no Ceará na Bahia',
    [
      ['no Ceará', 'CE'],
      ['na Bahia', 'BA'],
    ],
  ],
  // Names of the catalogue win, but for places among them.
  ['dengue no Estado do Acre', [['no Estado do Acre', 'AC']]],
  ['dengue nos Amigos do Acre', []],
  ['dengue nos parentes do Acre', [['do Acre', 'AC']]],
  ['dengue nos amigos do Acre', []],
  ['dengue na Bahia mineração', []],
  ['dengue no governo da Bahia', [['no governo da Bahia', 'BA']]],
  ['dengue no governo do Ceará', []],
  // A name beside a place leaves it.
  ['a Saúde no Ceará', [['no Ceará', 'CE']]],
  ['no Ceará saúde', [['no Ceará', 'CE']]],
  ['no Estado do Acre, Bahia', [['no Estado do Acre Bahia', 'AC BA']]],
])('the places of “%s” are %j', (request, places) => {
  expect(placesIn(request)).toEqual(places)
})

// Each state and region: with its preposition, with one that another kind of name has, and its codes.
it.each([
  ['no', 'Acre', 'AC', 'na'],
  ['em', 'Alagoas', 'AL', 'no'],
  ['no', 'Amazonas', 'AM', 'na'],
  ['no', 'Amapá', 'AP', 'na'],
  ['na', 'Bahia', 'BA', 'no'],
  ['no', 'Ceará', 'CE', 'na'],
  ['no', 'Distrito Federal', 'DF', 'na'],
  ['no', 'Espírito Santo', 'ES', 'na'],
  ['em', 'Goiás', 'GO', 'no'],
  ['no', 'Maranhão', 'MA', 'na'],
  ['em', 'Minas Gerais', 'MG', 'no'],
  ['em', 'Minas', 'MG', 'nas'],
  ['em', 'Mato Grosso do Sul', 'MS', 'na'],
  ['no', 'Mato Grosso', 'MT', 'na'],
  ['no', 'Pará', 'PA', 'na'],
  ['na', 'Paraíba', 'PB', 'no'],
  ['em', 'Pernambuco', 'PE', 'no'],
  ['no', 'Piauí', 'PI', 'na'],
  ['no', 'Paraná', 'PR', 'na'],
  ['no', 'Rio de Janeiro', 'RJ', 'na'],
  ['no', 'Rio', 'RJ', 'na'],
  ['no', 'Rio Grande do Norte', 'RN', 'na'],
  ['em', 'Rondônia', 'RO', 'no'],
  ['em', 'Roraima', 'RR', 'no'],
  ['no', 'Rio Grande do Sul', 'RS', 'na'],
  ['em', 'Santa Catarina', 'SC', 'no'],
  ['em', 'Sergipe', 'SE', 'no'],
  ['em', 'São Paulo', 'SP', 'no'],
  ['no', 'Tocantins', 'TO', 'na'],
  ['no', 'Norte', 'AC AM AP PA RO RR TO', 'do'],
  ['no', 'Nordeste', 'AL BA CE MA PB PE PI RN SE', 'na'],
  ['no', 'Centro-Oeste', 'DF GO MS MT', 'na'],
  ['no', 'Sudeste', 'ES MG RJ SP', 'na'],
  ['no', 'Sul', 'PR RS SC', 'do'],
])('“%s %s” is %s, and with “%s” it is none', (preposition, name, states, other) => {
  expect(placesIn(`dengue ${preposition} ${name}`)).toEqual([[`${preposition} ${name}`, states]])
  expect(placesIn(`dengue ${other} ${name}`)).toEqual([])
})

// Words that are names of places only with a capital or an accent.
it.each(['no acre', 'em minas', 'no rio', 'no norte', 'no sul', 'no para'])('“%s” is no place', (words) => {
  expect(placesIn(`dengue ${words}`)).toEqual([])
})
