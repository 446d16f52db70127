import { describe, expect, it } from 'vitest'
import { findNames } from './found-names.ts'
import { findMunicipalities } from './municipalities.ts'
import { findOrganisations } from './organisations.ts'
import { findPeople } from './people.ts'

const peopleIn = (text: string) => findPeople(text).map(({ name }) => name)

describe('people', () => {
  it.each<[string, string, string[]]>([
    ['a first name and a surname', 'Na roda, Elza Soares cantou.', ['Elza Soares']],
    ['an office before the name', 'O ministro Camilo Santana falou.', ['Camilo Santana']],
    [
      'an office with its organisation',
      'Segundo a presidente do FNDE, Fernanda Pacobahyba, sim.',
      ['Fernanda Pacobahyba'],
    ],
    ['an office within the run', 'O Ministro da Saúde Alexandre Padilha veio.', ['Alexandre Padilha']],
    [
      'an office behind a rare name',
      'Xóchitl Menéndez, pesquisadora da Fiocruz, explica.',
      ['Xóchitl Menéndez'],
    ],
    ['a verb of speech before a rare name', 'É grave, afirmou Esther Dweck.', ['Esther Dweck']],
    ['a verb of speech behind a rare name', 'Hutson Roger afirmou que sim.', ['Hutson Roger']],
    ['particles', 'Leonardo Nunes das Neves chegou.', ['Leonardo Nunes das Neves']],
    ['two people', 'Anna Pego e Fernanda Valadares cantam.', ['Anna Pego', 'Fernanda Valadares']],
    [
      'a surname with "e"',
      'O ministro Wellington César Lima e Silva veio.',
      ['Wellington César Lima e Silva'],
    ],
    [
      'the surname alone after the full name',
      'Fernando Haddad falou. Para Haddad, sim.',
      ['Fernando Haddad', 'Fernando Haddad'],
    ],
    ['the president by one word', 'O presidente Lula sancionou.', ['Luiz Inácio Lula da Silva']],
    [
      'a shorter name after a longer one',
      'Silvio Costa Filho veio; Silvio Costa saiu.',
      ['Silvio Costa Filho', 'Silvio Costa Filho'],
    ],
  ])('are found by %s', (_, text, expected) => {
    expect(peopleIn(text)).toEqual(expected)
  })

  it.each([
    ['an organisation', 'O Ministério da Educação informou.'],
    ['a part of a ministry', 'A secretária de Mulheres, Paz e Segurança Pública, do órgão, saiu.'],
    ['a secretariat', 'A Secretaria de Prêmios e Apostas publicou.'],
    ['a street, a school and a law', 'Na Rua Maria Quitéria, na Escola João Paulo e na Lei Maria da Penha.'],
    ['a municipality', 'As chuvas em Matias Barbosa e o clima de João Pessoa.'],
    ['a saint’s feast', 'O São João de Caruaru começou.'],
    ['a place behind an office', 'Morador do Gama, ele viaja; juiz de Fora não há.'],
    ['a place before an office', 'Em Caruaru, a ministra falou.'],
    ['capital letters', 'MARIA DA SILVA assinou o SICONFI.'],
    ['a single first name', 'A Mariana saiu.'],
  ])('are not found in %s', (_, text) => {
    expect(peopleIn(text)).toEqual([])
  })

  it('have the office beside their names', () => {
    expect(findPeople('Disse Carla Patrícia Santana, copeira há dez anos.')[0]?.office).toBe(
      'copeira há dez anos',
    )
    expect(findPeople('O ministro da Fazenda, Fernando Haddad, disse.')[0]?.office).toBe(
      'ministro da Fazenda',
    )
  })
})

const placesIn = (text: string, states: string[] = []) =>
  findMunicipalities(text, new Set(states)).map(({ name, state }) => `${name}/${state}`)

describe('municipalities', () => {
  it.each<[string, string, string[], string[]]>([
    ['their state in parentheses', 'Obras em Santos (SP) e Bonito (MS).', [], ['Santos/SP', 'Bonito/MS']],
    ['their state behind a slash', 'São Gonçalo/RJ monitora.', [], ['São Gonçalo/RJ']],
    ['their state in words', 'Em Gilbués, no Piauí, choveu.', [], ['Gilbués/PI']],
    ['the longer of two states', 'Em Bonito, no Mato Grosso do Sul, choveu.', [], ['Bonito/MS']],
    ['a preposition and a name of their own', 'A feira em Caruaru cresce.', [], ['Caruaru/PE']],
    ['a list of places', 'Em Muriaé, Ubá e Jundiaí.', [], ['Muriaé/MG', 'Ubá/MG', 'Jundiaí/SP']],
    ['the state that the text speaks of', 'Na cidade de Bom Jesus da Lapa.', [], ['Bom Jesus da Lapa/BA']],
    ['the state of another name', 'Em Cedral chove.', ['MA'], []],
    [
      'their state once, then without it',
      'Em Patos (PB) chove. Patos agradece.',
      [],
      ['Patos/PB', 'Patos/PB'],
    ],
  ])('are found by %s', (_, text, states, expected) => {
    expect(placesIn(text, states)).toEqual(expected)
  })

  it.each([
    ['a ministry', 'O Ministério da Saúde e a Atas de Registro.'],
    ['a state', 'No Rio Grande do Sul e em Mato Grosso.'],
    ['a company', 'O Sorocaba Futebol Clube e a Casa de Campinas.'],
    ['a person', 'Falou João de Queiroz.'],
    ['a capital, which the registry has', 'Em Manaus.'],
    ['one of several of one name', 'Em Bom Jesus.'],
  ])('are not found in the name of %s', (_, text) => {
    expect(placesIn(text)).toEqual([])
  })

  it('choose among those of one name the one in a named state', () => {
    expect(placesIn('A cidade de São Domingos do Norte.')).toEqual(['São Domingos do Norte/ES'])
    expect(placesIn('Em Nova Olinda.', ['CE'])).toEqual(['Nova Olinda/CE'])
    expect(placesIn('Em Nova Olinda.', ['SP'])).toEqual([])
  })
})

it('a text speaks of the longer of two states alone', () => {
  const placesOf = (text: string) =>
    findNames(text).flatMap(({ type, name, entityId }) =>
      type === 'LOC' ? [`${name} ${entityId?.slice(-7)}`] : [],
    )
  // Nova Olinda do Norte is in AM alone; of the two towns Água Boa one is in Mato Grosso.
  expect(placesOf('No Mato Grosso: obras em Água Boa.')).toEqual(['Água Boa 5100201'])
  expect(placesOf('No Mato Grosso do Sul: obras em Água Boa.')).toEqual([])
})

describe('organisations', () => {
  it.each<[string, string, string[]]>([
    [
      'their kind',
      'A Comissão Nacional de Energia Nuclear decidiu.',
      ['Comissão Nacional de Energia Nuclear'],
    ],
    [
      'an acronym that the text defines',
      'O Instituto de Pesquisas Solares (IPS) abriu. O IPS fecha.',
      ['Instituto de Pesquisas Solares', 'Instituto de Pesquisas Solares', 'Instituto de Pesquisas Solares'],
    ],
    [
      'two of them',
      'A Polícia Militar e a Câmara Municipal de Alfenas agiram.',
      ['Polícia Militar', 'Câmara Municipal de Alfenas'],
    ],
    [
      'a part of another',
      'A Secretaria de Prêmios do Ministério da Fazenda.',
      ['Secretaria de Prêmios', 'Ministério da Fazenda'],
    ],
  ])('are found by %s', (_, text, expected) => {
    expect(findOrganisations(text).map(({ name }) => name)).toEqual(expected)
  })

  it.each([
    ['a lower-case kind', 'A comissão nacional decidiu.'],
    ['a vague kind alone', 'A Casa Azul e o Grupo Novo.'],
  ])('are not found in %s', (_, text) => {
    expect(findOrganisations(text)).toEqual([])
  })
})
