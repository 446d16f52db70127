import { describe, expect, it } from 'vitest'
import { findNames } from './found-names.ts'
import { findLandmarks } from './landmarks.ts'
import { findMunicipalities } from './municipalities.ts'
import { findOrganisations } from './organisations.ts'
import { listNameRuns } from './name-runs.ts'
import { findPeople } from './people.ts'
import { statesIn } from '../registry/states.ts'

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
      'a long office',
      'O secretário nacional de Meio Ambiente Urbano, Recursos Hídricos e Qualidade Ambiental, Adalberto Maluf, veio.',
      ['Adalberto Maluf'],
    ],
    [
      'an office with an acronym in brackets',
      'O presidente da Confederação (CNI), Hutson Alban, veio.',
      ['Hutson Alban'],
    ],
    ['an office of the capitalised kind', 'A ministra da Saúde Nísia Trindade veio.', ['Nísia Trindade']],
    [
      'offices in the plural',
      'As ministras Xóchitl Weck e Simone Tebet assinam.',
      ['Xóchitl Weck', 'Simone Tebet'],
    ],
    ['an office in brackets behind the name', 'Veronik Kim (pesquisadora do ON) venceu.', ['Veronik Kim']],
    ['a common surname', 'Quem venceu foi Alvanei Oliveira.', ['Alvanei Oliveira']],
    [
      'a list with known people',
      'Com Aisha Bowe, Rodrigo Leonardi e Xan Lopezi no palco.',
      ['Aisha Bowe', 'Rodrigo Leonardi', 'Xan Lopezi'],
    ],
    ['an initial', 'A pesquisadora Liana O. Anderson falou.', ['Liana O. Anderson']],
    ['an honorific', 'Dona Marineze saiu contente.', ['Marineze']],
    ['the president without an office', 'Lula recebe prefeitos.', ['Luiz Inácio Lula da Silva']],
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
    ['photographers and authors', 'Foto: João Borges/MinC\nPor Cleber Ribeiro\nTexto: Ana Luz'],
    ['an English thing', 'A equipe concluiu a Critical Design Review do satélite.'],
    ['what an office is of', 'O chefe de governo de Tel Aviv e a astronauta da Blue Origin falam.'],
    ['a post', 'São 4 mil vagas de Agente Censitário Supervisor.'],
    ['the kind of an office', 'O Secretário-Geral Adjunto e a Conselheira Relatora votaram.'],
    ['a thing with an article', 'Doações para a Áurea da Luta.'],
    ['a word behind a sentence that an office ends', 'Falou o coordenador. Dentre eles, sim.'],
    ['towns', 'Em Teresina de Goiás e Cavalcante chove.'],
    ['a single first name', 'A Mariana saiu.'],
  ])('are not found in %s', (_, text) => {
    expect(peopleIn(text)).toEqual([])
  })

  it('have the office beside their names', () => {
    expect(findPeople('Disse Carla Patrícia Santana, copeira há dez anos.')[0]?.office).toBe(
      'copeira há dez anos',
    )
  })

  it.each([
    ['O ministro da Fazenda, Fernando Haddad, disse.', 'ministro da Fazenda'],
    ['Disse a presidente do FNDE (autarquia), Fernanda Pacobahyba.', 'presidente do FNDE'],
    ['O ex-ministro da Justiça Ricardo Lewandowski veio.', 'ex-ministro da Justiça'],
    ['Raul Fontoura, chefe da Divisão de Assessoria, afirmou que sim.', 'chefe da Divisão de Assessoria'],
    ['A ministra falou em Caruaru, Simone Tebet ouviu.', null],
    ['A ministra Marina Silva, João Capobianco e outros.', 'ministra'],
    ['Para João Capobianco, a secretária nacional Luisa Parente acertou.', null],
  ])('have the office of “%s”', (text, office) => {
    expect(findPeople(text)[0]?.office ?? null).toBe(office)
  })
})

it('names have their places, kinds and ids', () => {
  const text = 'A ministra Ana Lima, em Caruaru: o Instituto Solar e os complexos do Alemão e da Penha.'
  const found = findNames(text, new Set()).map(({ start, end, ...name }) => [text.slice(start, end), name])
  expect(found).toEqual([
    ['Caruaru', { name: 'Caruaru', state: 'PE', type: 'LOC', entityId: 'dgb_01KBBKB1700000000002604106' }],
    ['Ana Lima', { name: 'Ana Lima', office: 'ministra', type: 'PER', entityId: null }],
    ['Instituto Solar', { name: 'Instituto Solar', type: 'ORG', entityId: null }],
    ['complexos do Alemão', { name: 'Complexo do Alemão', type: 'LOC', entityId: null }],
    ['Penha', { name: 'Penha', type: 'LOC', entityId: null }],
  ])
})

it('a run of capitalised words has its place, with the dot of an initial', () => {
  expect(listNameRuns('o Rui B. veio')).toEqual([
    {
      start: 2,
      end: 8,
      words: [
        { start: 2, text: 'Rui' },
        { start: 6, text: 'B' },
      ],
    },
  ])
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
    ['a lower-case word before "de"', 'A Câmara municipal de Alfenas abriu.', [], ['Alfenas/MG']],
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
    findNames(text, statesIn(text)).flatMap(({ type, name, entityId }) =>
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
      'matters with commas',
      'A Secretaria Nacional de Esporte, Educação, Lazer e Inclusão Social abriu.',
      ['Secretaria Nacional de Esporte, Educação, Lazer e Inclusão Social'],
    ],
    [
      'their name without where they are',
      'A Universidade Federal do Piauí em Teresina abriu.',
      ['Universidade Federal do Piauí'],
    ],
    [
      'their matter behind "em", which is also a town',
      'A Rede de Dados em Saúde (RDS) cresce.',
      ['Rede de Dados em Saúde', 'Rede de Dados em Saúde'],
    ],
    [
      'the letters of their acronym behind "e da"',
      'O Comitê da Prevenção e da Escuta (CPE) e o Comitê da Prevenção e da Escuta (CPX).',
      ['Comitê da Prevenção e da Escuta', 'Comitê da Prevenção e da Escuta', 'Comitê da Prevenção'],
    ],
    [
      'their kind behind "e da"',
      'Apoio do Ministério da Saúde e da Embratur, da Comissão de Ética e da Fundação Nova (CEN).',
      ['Ministério da Saúde', 'Comissão de Ética', 'Fundação Nova', 'Fundação Nova'],
    ],
    [
      'their name with the Union at its end',
      'A Superintendência do Patrimônio da União e o Instituto de Pesquisas da União Nacional de Estudantes.',
      ['Superintendência do Patrimônio da União', 'Instituto de Pesquisas', 'União Nacional de Estudantes'],
    ],
    [
      'the whole name of their kind',
      'A Pontifícia Universidade Católica do Paraná abriu.',
      ['Pontifícia Universidade Católica do Paraná'],
    ],
    ['their name without a person', 'O Ministério da Saúde, João Silva e Ana Luz.', ['Ministério da Saúde']],
    ['the word company', 'A farmacêutica Novartis e a empresa Senha Segura.', ['Novartis', 'Senha Segura']],
    [
      'the end of a company’s name',
      'Segundo a Eve Air Mobility e a Navegação Cunha Ltda.',
      ['Eve Air Mobility', 'Navegação Cunha'],
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
    ['a place in front of which stands "em"', 'A Agência, em Brasília, abriu; a União e o Estado.'],
    ['a lower-case kind', 'A comissão nacional decidiu.'],
    ['a vague kind alone', 'A Casa Azul e o Grupo Novo.'],
  ])('are not found in %s', (_, text) => {
    expect(findOrganisations(text)).toEqual([])
  })
})

describe('landmarks', () => {
  it.each<[string, string, string[]]>([
    [
      'a park',
      'No Parque Nacional da Chapada dos Veadeiros chove.',
      ['Parque Nacional da Chapada dos Veadeiros'],
    ],
    ['indigenous land', 'Na Terra Indígena Alto Rio Guamá.', ['Terra Indígena Alto Rio Guamá']],
    ['a river', 'A ponte sobre o rio Madeira.', ['Rio Madeira']],
    ['a reservoir', 'No açude Santa Clara há peixes.', ['Açude Santa Clara']],
    ['a dam', 'A Barragem de Pedra Nova encheu.', ['Barragem de Pedra Nova']],
    ['two complexes', 'Nos complexos do Alemão e da Penha.', ['Complexo do Alemão', 'Penha']],
    ['a city', 'No Rio de Janeiro, em Porto de Moz e no Rio Innovation Week.', []],
    ['a company', 'A Serra Verde e a Costa Rica.', []],
    ['a person', 'Chegou João Rio Madeira.', []],
    ['a thing of the country', 'O complexo Brasil abriu.', []],
  ])('are found by their kind: %s', (_, text, expected) => {
    expect(findLandmarks(text).map(({ name }) => name)).toEqual(expected)
  })
})
