import { describe, expect, it } from 'vitest'
import { findOrganisations } from './organisations.ts'
import { findPeople } from './people.ts'

describe('a list of people', () => {
  it.each<[string, string[]]>([
    ['Ana Lima, Xan Kay Bot Lop Min', ['Ana Lima', 'Xan Kay Bot Lop Min']],
    ['Ana Lima, Xan Kay Bot Lop Min Sol', ['Ana Lima']],
    ['Ana Lima & Xan Botto', ['Ana Lima', 'Xan Botto']],
    ['Ana Lima e Lei Botto', ['Ana Lima']],
    ['Ana Lima, Rio Botto', ['Ana Lima']],
    ['Ana Lima e Xan Estratégicos', ['Ana Lima']],
    ['Ana Lima, Mogi das Cruzes', ['Ana Lima']],
    ['Ana Lima, Xan e Kay', ['Ana Lima']],
    ['A ministra Silva, João', ['Silva']],
    ['A diretora de Xan Bot, Ana Lima, veio.', ['Ana Lima']],
  ])('in “%s”: %j', (text, names) => {
    expect(findPeople(text).map(({ name }) => name)).toEqual(names)
  })
})

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
    // Behind "e", a word that is no first name and no office continues the name.
    ['Elza Soares e Xó cantam.', ['Elza Soares e Xó']],
    // A surname may end like a common word.
    ['É grave, disse Xó Machado.', ['Xó Machado']],
    ['Secretaria Marina Silva', []],
    // "Filho" is a calling, and a surname behind "e".
    ['Silvio e Filho', ['Silvio e Filho']],
    ['Em Xan Botto disse.', []],
    ['O chefe de MARIA Tel Aviv veio.', []],
    ['O ministro da Fazenda Xó Padilha veio.', []],
    ['A presidente da Fundação Nacional Maria Silva veio.', []],
    ['Energia Adjunto Camilo', []],
    // A title of address is enough before one word that is no office and no kind of office; a post needs a surname.
    ['Agente Sá', []],
    ['Ministra Agente', []],
    ['Ministra Civil', []],
    ['Ministra da Xan Silva', []],
    ['A ministra Civil falou.', []],
    ['Agente Xan Silva', ['Xan Silva']],
    // Words that the text has in lower case, kinds of things, places and letters.
    ['Gato Silva viu um gato.', []],
    ['Gato Botto disse que o gato veio.', []],
    ['Estratégicos Silva abriu.', []],
    ['A ministra Casa falou.', []],
    ['A ministra Caruaru falou.', []],
    ['A ministra Áurea falou.', ['Áurea']],
    ['A ministra Mariana O', []],
    ['Paulo É', []],
    ['Ontem a Xan Lima e Silva disse que sim.', ['Xan Lima e Silva']],
    ['Leonardo Nunes/MEC', []],
    // Of one person, the name with the most words and the longest of these.
    ['Ana dos Santos viu Ana Santos Sá.', ['Ana Santos Sá', 'Ana Santos Sá']],
    ['Ana Santos falou. Ana dos Santos saiu.', ['Ana dos Santos', 'Ana dos Santos']],
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
    ['O Secretário da Saúde Ricardo veio.', 'Secretário da Saúde'],
    ['O Diretor do Museu João veio.', 'Diretor do Museu'],
  ])('in “%s” has the office %s', (text, office) => {
    expect(findPeople(text)[0]?.office).toBe(office)
  })
})

it.each<[string, [name: string, office: string | null][]]>([
  ['O presidente Lula veio.', [['Luiz Inácio Lula da Silva', 'presidente']]],
  [
    'Ana Lima veio. Lima saiu.',
    [
      ['Ana Lima', null],
      ['Ana Lima', null],
    ],
  ],
  ['O Presidente e Lula vieram.', [['Luiz Inácio Lula da Silva', null]]],
  // An article stands before the name of a person that begins with a first name.
  ['Disse a Maria Lima.', [['Maria Lima', null]]],
  ['dona Marineze saiu contente.', [['Marineze', 'dona']]],
  ['A pesquisadora Liana falou.', [['Liana', 'pesquisadora']]],
  ['Dona Silva Marineze saiu contente.', [['Silva Marineze', 'Dona']]],
  ['Elza Soares e Dona cantam.', [['Elza Soares', null]]],
  [
    'Elza Soares e Silva Silva',
    [
      ['Elza Soares', null],
      ['Silva Silva', null],
    ],
  ],
  [
    'A ministra Marina Silva, João, Capobianco e outros.',
    [
      ['Marina Silva', 'ministra'],
      ['João', null],
    ],
  ],
  [
    'Os generais Xan Botto e Kay Lopezi vieram.',
    [
      ['Xan Botto', 'generais'],
      ['Kay Lopezi', null],
    ],
  ],
  ['Os capitães Xan Botto vieram.', [['Xan Botto', 'capitães']]],
  ['O secretário-geral Xan Botto votou.', [['Xan Botto', 'secretário-geral']]],
  // A verb, or a word of another clause, ends the office behind a name.
  [
    'Raul Fontoura, chefe da Divisão de Assessoria afirmou que sim.',
    [['Raul Fontoura', 'chefe da Divisão de Assessoria']],
  ],
  [
    'Ana Lima, presidente da Comissão de Ética que veio, disse.',
    [['Ana Lima', 'presidente da Comissão de Ética']],
  ],
  ['Ana Lima, a diretora de Gestão e Pessoas, veio.', [['Ana Lima', 'diretora de Gestão e Pessoas']]],
  ['SpaceBR Xan Botto disse.', []],
  ['McLaren Botto disse que sim.', [['McLaren Botto', null]]],
  // No first name, so that the words may belong to the office.
  ['O Ministro da Saúde Xó Padilha veio.', []],
  ['O ex-ministro da Justiça Ricardo veio.', []],
  ['Nova Silva crise', []],
  ['Rio Madeira Silva', []],
  ['Em Jesus.', []],
  ['É grave, disse Xó e Menéndez.', []],
  ['A farmacêutica e a empresa Senha Segura.', []],
  // What is no name does not become one in a list.
  [
    'Com Aisha Bowe, Rodrigo Leonardi e Xan Lopezi No palco.',
    [
      ['Aisha Bowe', null],
      ['Rodrigo Leonardi', null],
    ],
  ],
  ['Os generais Xan Botto e Kay Lopezi vieram, kay.', [['Xan Botto', 'generais']]],
  ['Elza Soares e Soares Dona Ivone Lara cantam.', [['Elza Soares', null]]],
  ['com João Silva e Xó Luz.', [['João Silva', null]]],
  ['Wilson Silva e D. Pedro assinaram.', [['Wilson Silva', null]]],
  ['Maria Silva, Costa', [['Maria Silva', null]]],
  ['João Silva | Silva PF', [['João Silva', null]]],
  ['Luiz Inácio o Lula da Silva', [['Luiz Inácio', null]]],
  ['Foto: João Borges e Ana', []],
  [
    'Elza Soares e Dona, Ivone Lara e Rita Lee cantam.',
    [
      ['Elza Soares', null],
      ['Ivone Lara', 'Dona'],
      ['Rita Lee', null],
    ],
  ],
])('people in “%s”: %j', (text, people) => {
  expect(findPeople(text).map(({ name, office }) => [name, office])).toEqual(people)
})

it.each<[string, [string, string | null][]]>([
  ['A atleta RAFAELA TREVISAN RAURICH foi suspensa.', [['Rafaela Trevisan Raurich', 'atleta']]],
  ['O jogador de handebol XAN FERREIRA DE MELO veio.', [['Xan Ferreira de Melo', 'jogador de handebol']]],
  ['O atleta XAN FERREIRA BOTTO veio.', []],
  ['O atleta RUI LIMA veio.', []],
  ['ACESSE RAFAELA TREVISAN RAURICH', []],
  ['A atleta RAFAELA PROGRAMA RAURICH foi suspensa.', []],
  ['A atleta RAFAELA Trevisan RAURICH foi suspensa.', []],
  ['A presidente da RAFAELA TREVISAN RAURICH veio.', []],
])('people in capitals in “%s”: %j', (text, people) => {
  expect(findPeople(text).map(({ name, office }) => [name, office])).toEqual(people)
})

it.each([
  ['Hoje Lula recebe prefeitos.', ['Lula']],
  ['A ministra Marina Silva, João, Capobianco e outros.', ['Marina Silva', 'João']],
  ['Ana Lima veio. Lima saiu.', ['Ana Lima', 'Lima']],
])('the places of people in “%s” are those of %j', (text, spelled) => {
  expect(findPeople(text).map(({ start, end }) => text.slice(start, end))).toEqual(spelled)
})

it.each<[string, [string, string | null][]]>([
  ['O Grupo Xan Botto, Casa Kay e outros.', [['Grupo Xan Botto', null]]],
  ['A Polícia e a Câmara Municipal de Alfenas agiram.', [['Câmara Municipal de Alfenas', null]]],
  ['Segundo a Cunha Ltda.', []],
  [
    'A farmacêutica Novartis e a Empresa Senha Segura.',
    [
      ['Novartis', null],
      ['Empresa Senha Segura', null],
    ],
  ],
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
  ['Conselho e Dois', []],
  // Where it is, and an acronym behind "e", belong to no name.
  ['Universidade Federal do Piauí em Pernambuco', [['Universidade Federal do Piauí', null]]],
  ['Universidade Federal do Piauí no Brasil', [['Universidade Federal do Piauí', null]]],
  ['O Instituto Solar e MEC abriram.', [['Instituto Solar', null]]],
  // What many bodies are called needs an acronym.
  ['A Universidade Federal abriu.', []],
  [
    'A Universidade Federal (UFX) abriu.',
    [
      ['Universidade Federal', 'UFX'],
      ['Universidade Federal', 'UFX'],
    ],
  ],
  ['A União Geral Solar abriu.', []],
  ['A União Nacional dos Estudantes abriu.', [['União Nacional dos Estudantes', null]]],
  [
    'A União Geral Solar (UGS) abriu.',
    [
      ['União Geral Solar', 'UGS'],
      ['União Geral Solar', 'UGS'],
    ],
  ],
  ['A MS Ltda', []],
  ['A Pfx Ltda', [['Pfx', null]]],
  ['Rita Mobility', []],
])('organisations in “%s”', (text, found) => {
  expect(findOrganisations(text).map(({ name, acronym }) => [name, acronym])).toEqual(found)
})

it('an organisation has a name of at most 16 words', () => {
  const name = (joined: number) => `Instituto${' de Xan'.repeat(joined)}${' Xan'.repeat(12 - joined)}`
  expect(findOrganisations(name(3)).map((found) => found.name)).toEqual([name(3)])
  expect(findOrganisations(name(4))).toEqual([])
})
