import { expect, it } from 'vitest'
import { findPeople } from './people.ts'

const peopleIn = (text: string) => findPeople(text).map(({ name }) => name)

it.each<[string, string[]]>([
  // Who made the page is no subject of the news.
  ['Choveu.\n\nAna Lima\nMinistério da Saúde', []],
  ['Choveu.\n\nAna Lima  Ministério da  Saúde', []],
  ['Choveu.\n\nAna Lima e Rui Braga\nMinistério da Saúde', []],
  ['Choveu.\n\nAna Lima – Diretoria de Comunicação – Ministério da Cidadania', []],
  ['Choveu.\n\nAna Lima, do Rio (RJ) – Ascom', []],
  ['“Choveu”.\n\nAna Lima', []],
  ['Choveu.\n\nTexto:   Ana Lima e Rui Braga', []],
  ['Choveu.\n\nEscrita por:   Ana Lima (Setor/IEN)', []],
  ['Por Xó, sob supervisão de Ana Lima\nChoveu.', []],
  // The last line of a text may name subjects of the news.
  ['Choveu.\n\nAna Lima afirmou que sim.', ['Ana Lima']],
  ['Choveu.\n\nAna Lima\nO Ministério da Saúde informou. Choveu.', ['Ana Lima']],
  ['Choveu. Ana Lima', ['Ana Lima']],
  ['Foram eleitos\nRui Braga\nAna Lima', ['Rui Braga', 'Ana Lima']],
  [`Choveu.\n\nAna Lima\n${'Choveu ontem. '.repeat(12)}`, ['Ana Lima']],
  ['Foi sob supervisão de Ana Lima.', ['Ana Lima']],
  // Ways, places and prizes have the names of people.
  ['na Av. Ana Lima', []],
  ['na av. Ana Lima', ['Ana Lima']],
  ...['Al', 'Pça', 'Rod', 'Tv', 'Trav', 'Estr'].map((way): [string, string[]] => [`na ${way}. Ana Lima`, []]),
  ['o R. Ana Lima', []],
  ['o S. Ana Lima', ['Ana Lima']],
  ['na Rua Dr. Rui Braga', []],
  ['na Av. Marechal Hermes', []],
  ['no Campus Dr. Rui Braga', []],
  ['no assentamento Dom Pedro Lima', []],
  ['com Dom Pedro Lima', ['Pedro Lima']],
  ['no Centro Vocacional Espacial (CVT-E) Rui Braga', []],
  ['na Resex (RX) Chico Mendes', ['Chico Mendes']],
  ['na Reserva Extrativista (Resex) Chico Mendes', []],
  ['do partido (PT) Rui Braga', ['Rui Braga']],
  ['da Escola ao partido (PT) Rui Braga', ['Rui Braga']],
  ['a Medalha Xó Braga', []],
  ['o Plenário Xó Braga', []],
  // A state ends no name of a person.
  ['o título de Cidadão do Amazonas e Medalha Ruy Araújo ao diretor', []],
  ['Edital Mato Grosso do Sul', []],
])('people, without makers and namesakes, in “%s”: %j', (text, names) => {
  expect(peopleIn(text)).toEqual(names)
})
