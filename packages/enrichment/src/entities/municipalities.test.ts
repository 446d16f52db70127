import { describe, expect, it } from 'vitest'
import { findNames } from './found-names.ts'
import { findMunicipalities } from './municipalities.ts'
import { statesIn } from '../registry/states.ts'

const placesIn = (text: string, states: string[] = []) =>
  findMunicipalities(text, new Set(states)).map(({ name, state }) => `${name}/${state}`)

// Each row differs in one thing from a text that names a municipality.
describe('a municipality', () => {
  it.each<[string, string[]]>([
    ['Em Caruaru chove.', ['Caruaru/PE']],
    ['em caruaru', []],
    ['em Caruaruense', []],
    ['em @Caruaru', []],
    ['em _Caruaru', []],
    ['em Gilbués', ['Gilbués/PI']],
    ['em Gilbues', []],
    // Other capitalised words make it part of a longer name.
    ['na Escola Caruaru', []],
    ['a Prefeitura Caruaru', []],
    ['prefeito Caruaru', ['Caruaru/PE']],
    ['em Caruaru4', []],
    ['No Rio Caruaru chove.', []],
    ['no rio Caruaru', []],
    ['em Caruaru Futebol', []],
    ['em Caruaru-Sul', []],
    ['em Caruaru - Sul', ['Caruaru/PE']],
    ['em Caruaru, Sul', ['Caruaru/PE']],
    // The word in front says that it is a place.
    ['Caruaru cresce.', []],
    ['falou Caruaru', []],
    ['em (Caruaru)', []],
    ['prefeito de Caruaru', ['Caruaru/PE']],
    // Blanks stand in place of the marks of bold words.
    ['prefeito de   Caruaru', ['Caruaru/PE']],
    ['a Casa de   Caruaru', []],
    ['na Escola   Caruaru', []],
    ['prefeito de\nCaruaru', []],
    ['falou, Caruaru', ['Caruaru/PE']],
    ['a Prefeitura de Caruaru', ['Caruaru/PE']],
    ['a Casa de Caruaru', []],
    ['De Caruaru vem', ['Caruaru/PE']],
    ['de Caruaru', ['Caruaru/PE']],
    // A state behind it needs nothing else.
    ['na Escola Caruaru (PE)', ['Caruaru/PE']],
    ['Caruaru, em Pernambuco', ['Caruaru/PE']],
    ['Caruaru (SP)', []],
    // A name that is also a word or begins as a person’s.
    ['Em Campinas.', []],
    ['Em Campinas (SP).', ['Campinas/SP']],
    ['Em Joaquim Nabuco.', []],
    ['Em Joaquim Nabuco (PE).', ['Joaquim Nabuco/PE']],
    ['no município de Sonora', ['Sonora/MS']],
    ['na Cidade de Campinas', ['Campinas/SP']],
    ['pela prefeitura de Sonora', ['Sonora/MS']],
    ['a prefeita de Joaquim Nabuco', ['Joaquim Nabuco/PE']],
    ['no distrito de Sonora', []],
    ['no município de Sonora Futebol', []],
  ])('in “%s”: %j', (text, places) => {
    expect(placesIn(text)).toEqual(places)
  })

  it.each<[string, string[]]>([
    // A part of a town, a water or a barrier has the name of a town elsewhere.
    ['no bairro de Caruaru', []],
    ['no bairro da cidade de Caruaru', ['Caruaru/PE']],
    ['na barragem de Caruaru', []],
    ['nas bacias dos rios Piracicaba, Caruaru e Jundiaí', []],
    ['nos bairros Novo e Caruaru', []],
    ['nos rios, em Caruaru', ['Caruaru/PE']],
    ['o rio Doce, Caruaru', ['Caruaru/PE']],
    ['no bairro de Caruaru (PE)', ['Caruaru/PE']],
    // The name goes on.
    ['em Caruaru do Oeste', []],
    ['em Caruaru de Jesus', []],
    ['em Caruaru do oeste', ['Caruaru/PE']],
    ['em Caruaru do Pernambuco', ['Caruaru/PE']],
    // A part of another town.
    ['em Caruaru, em Garanhuns', ['Garanhuns/PE']],
    ['em Caruaru, no município de Garanhuns', ['Garanhuns/PE']],
    ['em Caruaru (PE), em Garanhuns', ['Caruaru/PE', 'Garanhuns/PE']],
    ['em Caruaru, em março', ['Caruaru/PE']],
    // Hardly any town has an article.
    ['no Caruaru', []],
    ['na Caruaru', []],
    ['do Caruaru', []],
    ['à Caruaru', ['Caruaru/PE']],
    ['o prefeito do Caruaru', ['Caruaru/PE']],
    ['no Caruaru (PE)', ['Caruaru/PE']],
  ])('beside other names in “%s”: %j', (text, places) => {
    expect(placesIn(text)).toEqual(places)
  })

  it('has an article in a text that speaks of its state', () => {
    expect(placesIn('Chove no Caruaru.', ['PE'])).toEqual(['Caruaru/PE'])
    expect(placesIn('Chove no Caruaru.', ['SP'])).toEqual([])
  })

  it.each<[string, string[]]>([
    ['Em Santos, SP.', ['Santos/SP']],
    ['Em Santos – SP.', ['Santos/SP']],
    ['Em Santos SP.', []],
    ['Em Patos (PB) chove. A Escola-Patos abre.', ['Patos/PB']],
    ['Em Santos (XX).', []],
    ['Em Patos (PB) chove. O Patos Clube joga.', ['Patos/PB']],
    ['Em Patos (PB) e em Patos de Minas.', ['Patos/PB', 'Patos de Minas/MG']],
    ['Em Bom Jesus (PI). Em Bom Jesus.', ['Bom Jesus/PI', 'Bom Jesus/PI']],
    ['Em Bom Jesus (AC).', []],
  ])('with its state in “%s”: %j', (text, places) => {
    expect(placesIn(text)).toEqual(places)
  })

  it('of several with one name is the only one in the states of the text', () => {
    expect(placesIn('Em Bom Jesus.', ['PI'])).toEqual(['Bom Jesus/PI'])
    expect(placesIn('Em Bom Jesus.', ['PI', 'RS'])).toEqual([])
  })

  it.each([
    ['Ana Sampaio veio. No evento, Sampaio falou.', 'PER'],
    ['Ana Sampaio veio. Chove em Sampaio.', 'LOC'],
    ['Ana Sampaio veio. No evento, Sampaio (TO) cresce.', 'LOC'],
    ['Ana Lima veio. No evento, Sampaio falou.', 'LOC'],
  ])('or a person in “%s”: %s', (text, type) => {
    const found = findNames(text, new Set()).find(({ start }) => text.startsWith('Sampaio', start))
    expect(found?.type).toBe(type)
  })

  it.each([
    ['Obras no/CE em Nova Olinda.', 1],
    ['Obras (CE) em Nova Olinda.', 1],
    ['Obras no Ceará em Nova Olinda.', 1],
    ['Obras no/CEa em Nova Olinda.', 0],
    ['Obras (QQ) em Nova Olinda.', 0],
    ['Obras CE em Nova Olinda.', 0],
  ])('of a state that “%s” names elsewhere: %d', (text, count) => {
    expect(findNames(text, statesIn(text)).filter(({ type }) => type === 'LOC')).toHaveLength(count)
  })
})
