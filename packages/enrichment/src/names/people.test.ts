import { describe, expect, it } from 'vitest'
import { findOrganisations } from './organisations.ts'
import { findPeople } from './people.ts'

describe('a person', () => {
  it.each<[string, string[]]>([
    // A part of a name stands for a person whom the text names in full.
    ['Ana Lima veio. Lima saiu.', ['Ana Lima', 'Ana Lima']],
    ['Para Haddad, sim.', []],
    ['Fernando Sá veio. Sá saiu.', ['Fernando Sá']],
    ['Fernando Haddad veio. Haddad Silva saiu.', ['Fernando Haddad', 'Haddad Silva']],
    ['Maria Silva falou com Maria Silva Costa.', ['Maria Silva Costa', 'Maria Silva Costa']],
    // A country is a surname, and stands for nobody alone.
    ['Ana Brasil veio. Brasil saiu.', ['Ana Brasil']],
    // Words that no name of a person has.
    ['João Paulo Comunicação veio.', []],
    ['É grave, disse Xó Estratégicos.', []],
    ['É grave, disse Xó Menéndez.', ['Xó Menéndez']],
    ['disse o Xó Menéndez.', []],
    ['Xó Menéndez, disse.', ['Xó Menéndez']],
    ['o gato, Xó Menéndez, veio', []],
    ['Rua Maria Quitéria.', []],
    ['na rua, Maria Quitéria', ['Maria Quitéria']],
    ['Elza Soares e Dona Ivone Lara cantam.', ['Elza Soares', 'Ivone Lara']],
    ['Elza Soares e Silva canta.', ['Elza Soares e Silva']],
    ['Ministro veio.', []],
    ['Secretaria Marina Silva', []],
  ])('in “%s”: %j', (text, names) => {
    expect(findPeople(text).map(({ name }) => name)).toEqual(names)
  })

  it.each([
    ['O Ministro da Saúde Alexandre Padilha veio.', 'Ministro da Saúde'],
    ['O Presidente Lula veio.', 'Presidente'],
    ['Ministra Marina falou.', 'Ministra'],
    ['Secretária Marina Silva', 'Secretária'],
    ['ministro da Fazenda e das contas, Xó Menéndez, veio', 'ministro da Fazenda e das contas'],
    ['Ana Lima veio.', null],
  ])('in “%s” has the office %s', (text, office) => {
    expect(findPeople(text)[0]?.office).toBe(office)
  })
})

it.each<[string, [string, string | null][]]>([
  ['A Casa Azul abriu.', []],
  ['A Casa Azul Grande abriu.', [['Casa Azul Grande', null]]],
  [
    'A Casa Azul (CA) abriu.',
    [
      ['Casa Azul', 'CA'],
      ['Casa Azul', 'CA'],
    ],
  ],
  // An acronym has two letters at least, and stands alone.
  ['O Instituto Um (X) e a X.', [['Instituto Um', null]]],
  [
    'O Instituto Dois (IDX/MEC) e o IDX abriram; @IDX e IDX_a.',
    [
      ['Instituto Dois', 'IDX'],
      ['Instituto Dois', 'IDX'],
      ['Instituto Dois', 'IDX'],
    ],
  ],
  [
    'Ministério da Educação e Ministério da Saúde',
    [
      ['Ministério da Educação', null],
      ['Ministério da Saúde', null],
    ],
  ],
  ['Conselho Um e Dois', [['Conselho Um e Dois', null]]],
])('organisations in “%s”', (text, found) => {
  expect(findOrganisations(text).map(({ name, acronym }) => [name, acronym])).toEqual(found)
})
