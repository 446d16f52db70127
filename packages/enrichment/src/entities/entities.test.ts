import type { EntityRecord } from '@pauta/core/entities/entity-record'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { toReadableText } from '@pauta/platform/readable-text/readable-text'
import { describe, expect, it } from 'vitest'
import { ANNOTATIONS_MAX, ENTITIES_MAX, findEntities } from './entities.ts'
import { compileRegistry } from '../registry/entity-registry.ts'

const registry = compileRegistry(GAZETTEER)

function find(content: string, { title = '', agencyKey = null as string | null } = {}) {
  return findEntities({ title, content, text: toReadableText(content), agencyKey }, registry)
}

const namesIn = (content: string, options = {}) =>
  find(content, options)
    .content_annotations.map(({ text }) => text)
    .join(' | ')

describe('findEntities', () => {
  it('finds whole-word names, and the longest of overlapping ones', () => {
    expect(namesIn('O Banco Central do Brasil fica em Brasília.')).toBe('Banco Central do Brasil | Brasília')
    expect(namesIn('A Anvisa e o anvisado; Brasileiros no Brasil')).toBe('Anvisa | Brasil')
  })

  it('finds names in capitals, long names without accents, and names across punctuation', () => {
    expect(namesIn('O MINISTERIO DA SAUDE e o Minha Casa Minha Vida')).toBe(
      'MINISTERIO DA SAUDE | Minha Casa Minha Vida',
    )
    expect(namesIn('A ANVISA aprovou')).toBe('ANVISA')
  })

  it.each([
    ['that does not break', '\u00A0'],
    ['that is narrow', '\u202F'],
    ['that is thin', '\u2009'],
  ])('finds names whose words a blank %s separates', (_, blank) => {
    const text = 'A diretora do Instituto Novo de Pesquisas, Anne Carvalho, e o Instituto'.replaceAll(
      ' ',
      blank,
    )
    expect(find(text).entities.map((entity) => entity.text)).toEqual([
      'Instituto Novo de Pesquisas',
      'Anne Carvalho',
    ])
  })

  it.each([
    ['Pará from para', 'Vai para o Pará', 'Pará'],
    ['family health from the strategy', 'cuidar da saúde da família', ''],
    ['Christmas from the city', 'O Natal chega. A ceia de Natal em Natal; e Natal/RN.', 'Natal | Natal/RN'],
    [
      'a sentence’s first pronoun from the system',
      'Suas ações. O Suas atende e o SUAS cresce',
      'Suas | SUAS',
    ],
    ['maps from the ministry', 'Mapa da Fome. O Mapa informa. (Mapa)', 'Mapa | Mapa'],
    ['the bank from boxes', 'Caixa de água. A Caixa paga. Pela CAIXA', 'Caixa | CAIXA'],
    ['a street from a state', 'a rua Bahia', ''],
    ['a city by its state', 'A Prefeitura Manaus (AM) e a Rádio Manaus', 'Manaus'],
    ['brands from the country', 'O Brasil Participativo no Brasil', 'Brasil'],
    ['the festival from towns', 'O São João de Caruaru? Em São João del-Rei; no São João', 'São João'],
    [
      'another conference',
      'A Conferência Nacional de Saúde Mental e a Conferência Nacional de Saúde',
      'Conferência Nacional de Saúde',
    ],
    ['addresses', 'site inss.GOV.BR e @ANVISA, mas pelo Gov.br', 'Gov.br'],
  ])('distinguishes %s', (_, content, expected) => {
    expect(namesIn(content)).toBe(expected)
  })

  it.each<[string, string, [string, string | null][]]>([
    [
      'a river and a valley',
      'o rio Paraná e o Vale do Paraíba',
      [
        ['Rio Paraná', null],
        ['Vale do Paraíba', null],
      ],
    ],
    ['an airport', 'no Aeroporto Manaus', [['Aeroporto Manaus', null]]],
    [
      'a person',
      'Marcos Brasil saiu do Brasil',
      [
        ['Brasil', 'Q155'],
        ['Marcos Brasil', null],
      ],
    ],
  ])('takes %s for no state, city or country', (_, content, expected) => {
    const found = find(content).entities.map(({ text, canonical_id }) => [text, canonical_id])
    expect(found).toHaveLength(expected.length)
    expect(found).toEqual(expect.arrayContaining(expected))
  })

  it.each<[string, string[]]>([
    ['Obras no Ceará, em Manaus e em Caruaru (PE)', ['AM', 'CE', 'PE']],
    ['O governo do estado de São Paulo e o Rio de Janeiro', ['RJ', 'SP']],
    ['A Universidade Federal do Ceará e o rio Paraná', []],
  ])('knows the states of “%s”', (content, states) => {
    expect(find(content).states).toEqual(states)
  })

  it('knows a state that only the title names', () => {
    expect(find('', { title: 'Obras no Ceará' }).states).toEqual(['CE'])
  })

  it.each<[string, string[]]>([
    ['Em Sorocaba, em São Paulo, chove.', ['Sorocaba', 'Estado de São Paulo']],
    ['O governador de São Paulo veio.', ['Estado de São Paulo']],
    ['Ceará, Bahia, Rio de Janeiro e Goiás.', ['Ceará', 'Bahia', 'Estado do Rio de Janeiro', 'Goiás']],
    ['A reunião em São Paulo acabou.', ['São Paulo']],
  ])('tells the states of “%s” from the cities', (content, names) => {
    const places = find(content).entities.filter(({ type }) => type === 'LOC')
    expect(places.map(({ text }) => text).toSorted()).toEqual(names.toSorted())
  })

  it.each([
    ['A ministra Simone Tebet', 'A ministra do Planejamento, Simone Tebet', 'ministra do Planejamento'],
    ['A ministra do Planejamento, Simone Tebet', 'A ministra Simone Tebet', 'ministra do Planejamento'],
    // Of two that say as much, the first.
    ['A ministra Simone Tebet', 'A senadora Simone Tebet', 'ministra'],
    [
      'A ministra do Planejamento, Simone Tebet',
      'A chefe da pasta, Simone Tebet',
      'ministra do Planejamento',
    ],
  ])('keeps the fullest office of a person: “%s” and “%s”', (first, second, office) => {
    expect(find(`${first}, falou. ${second}, assina.`).entities).toMatchObject([
      { text: 'Simone Tebet', office },
    ])
  })

  it('has an office for people alone, and the id of the registry in all places', () => {
    const { entities, content_annotations } = find('A Anvisa')
    const anvisa = { type: 'ORG', text: 'Anvisa', canonical_id: 'dgb_01KBBKB10M29059QQ5F6M39H3W' }
    // By the formula: the mention begins at a quarter of the text.
    expect(entities).toEqual([{ ...anvisa, count: 1, salience: 0.3043 }])
    expect(content_annotations).toEqual([{ ...anvisa, start: 2, end: 8 }])
  })

  it('orders equally salient entities by the letters', () => {
    const { entities } = find('', { title: 'Ibama com Conab e Anvisa' })
    expect(entities.map(({ text }) => text)).toEqual(['Anvisa', 'Conab', 'Ibama'])
  })

  it('knows the person of a surname in the title', () => {
    const { entities } = find('O ministro Fernando Haddad falou.', { title: 'Haddad anuncia medidas' })
    expect(entities).toMatchObject([{ text: 'Fernando Haddad', count: 2 }])
  })

  it('finds a ministry by its former name', () => {
    const { entities } = find(
      'O Ministério do Desenvolvimento Regional (MDR) repassou recursos, disse o MIDR.',
    )
    expect(entities).toMatchObject([{ text: 'Ministério do Desenvolvimento Regional', count: 3 }])
    expect(namesIn('O Ministério da Mulher, da Família e dos Direitos Humanos e a MMFDH')).toBe(
      'Ministério da Mulher, da Família e dos Direitos Humanos | MMFDH',
    )
  })

  it('needs evidence for short acronyms', () => {
    expect(namesIn('Segundo a ANA, choveu.')).toBe('ANA')
    expect(namesIn('Critérios ESG e ANA MARIA BRAGA')).toBe('')
    expect(namesIn('Curso ESG abre', { agencyKey: 'esg' })).toBe('ESG')
    expect(namesIn('Loja CDC abre')).toBe('')
    expect(namesIn('Polícia Federal (PF) age. Operação PF segue')).toBe('Polícia Federal | PF | PF')
  })

  it('ignores an acronym that the article defines as something else', () => {
    expect(namesIn('A Confederação Nacional de Serviços (CNS) pediu. A CNS espera.')).toBe(
      'Confederação Nacional de Serviços | CNS | CNS',
    )
    expect(namesIn('O delegado João Silva (PF) falou; a PF investiga.')).toBe('João Silva | PF')
    expect(namesIn('O Conselho Nacional de Saúde (CNS) pediu.')).toBe('Conselho Nacional de Saúde | CNS')
  })

  it('finds names without a blank before them', () => {
    expect(namesIn('praças daEmpresa Brasil de Comunicação.')).toBe('Empresa Brasil de Comunicação')
    expect(namesIn('praças 9Banco Central do Brasil')).toBe('Brasil')
    expect(namesIn('praças dobanco Central do Brasil')).toBe('Brasil')
  })

  it('ends an organisation before another one of the registry', () => {
    const { entities, content_annotations } = find('A Polícia Militar e Ibama agiram.')
    expect(entities.map(({ text }) => text)).toEqual(['Polícia Militar', 'Ibama'])
    expect(content_annotations).toMatchObject([
      { start: 2, end: 17, text: 'Polícia Militar', type: 'ORG', canonical_id: null },
      { text: 'Ibama' },
    ])
  })

  it('prefers given names to what rules find, and names with an id to them', () => {
    const text = 'A Anvisa ouviu Xan em Caruaru, com João Silva, Ana Lima e a Anvisa Sul.'
    const given = (type: 'PER' | 'LOC' | 'ORG', name: string) => ({ type, text: name, office: null })
    const modelNames = [
      given('PER', 'Anvisa'),
      given('PER', 'Xan'),
      given('ORG', 'Caruaru'),
      given('LOC', 'João'),
    ]
    const { content_annotations } = findEntities(
      { title: '', content: text, text, agencyKey: null, modelNames },
      registry,
    )
    expect(content_annotations.map((each) => [each.text, each.type, each.canonical_id !== null])).toEqual([
      ['Anvisa', 'ORG', true],
      ['Xan', 'PER', false],
      ['Caruaru', 'LOC', true],
      ['João', 'LOC', false],
      ['Ana Lima', 'PER', false],
      ['Anvisa', 'ORG', true],
    ])
  })

  it.each([
    ['a place with an id', 'O Hospital Geral de Caruaru (PE) abriu.', 'Caruaru', 'Hospital Geral de Caruaru'],
    ['a name of the registry', 'O Núcleo Geral da Anvisa abriu.', 'Anvisa', 'Núcleo Geral da Anvisa'],
    ['nothing that has an id', 'O Hospital Geral de Xan abriu.', 'Xan', 'Xan'],
  ])('keeps a longer name around a given one that is %s', (_, text, name, kept) => {
    const modelNames = [{ type: 'LOC' as const, text: name, office: null }]
    const { content_annotations } = findEntities(
      { title: '', content: text, text, agencyKey: null, modelNames },
      registry,
    )
    expect(content_annotations[0]?.text).toBe(kept)
  })

  it('finds laws by number, with the registry’s id if there is one', () => {
    const { entities } = find('A Lei nº 13.709, de 14 de agosto de 2018 (LGPD), e a Lei nº 99.999/2031.')
    expect(entities).toMatchObject([
      { text: 'Lei nº 13.709/2018', type: 'LAW', count: 2, canonical_id: 'dgb_01KBBKB17F260WSDFHH9SXRRE2' },
      { text: 'Lei nº 99.999/2031', type: 'LAW', count: 1, canonical_id: null },
    ])
  })

  it('names a place as the registry does and other entities as the text does most often', () => {
    const { entities } = find(
      'Em Manaus (AM), a Anvisa. A Agência Nacional de Vigilância Sanitária. A Anvisa em Manaus.',
    )
    expect(entities.map(({ text, count }) => [text, count])).toEqual([
      ['Anvisa', 3],
      ['Manaus', 2],
    ])
  })

  it('weights the title most and early mentions more, below 1', () => {
    const filler = 'palavra '.repeat(50)
    const { entities } = find(`O Ibama. ${filler} A Funai. ${filler}`, { title: 'Conab compra arroz' })
    const [first, second, third] = entities
    expect([first?.text, second?.text, third?.text]).toEqual(['Conab', 'Ibama', 'Funai'])
    // By the formula: 3, 1 and about 0.75, divided by their sum plus 2.
    expect(first?.salience).toBeCloseTo(3 / 6.75, 1)
    expect(entities.reduce((sum, entity) => sum + (entity.salience ?? 0), 0)).toBeLessThan(1)
    expect(find('', { title: 'Conab' }).entities[0]?.salience).toBe(0.6)
  })

  it('annotates the stored content, across markup and decomposed letters', () => {
    const content =
      '[Veja](https://www.gov.br/anvisa) a **Anvisa** em ' +
      'São Paulo'.normalize('NFD') +
      ' &amp; Belém (PA)'
    const { content_annotations } = find(content)
    expect(content_annotations.map(({ text, start, end }) => [text, content.slice(start, end)])).toEqual([
      ['Anvisa', 'Anvisa'],
      ['São Paulo'.normalize('NFD'), 'São Paulo'.normalize('NFD')],
      ['Belém (PA)', 'Belém (PA)'],
    ])
  })

  it('keeps the most salient entities and the first annotations above the maximum', () => {
    const laws = Array.from({ length: ANNOTATIONS_MAX + 1 }, (_, at) => `Lei nº ${10_000 + at}/2020.`)
    const { entities, content_annotations } = find(laws.join(' '), { title: 'Anvisa' })
    expect(content_annotations).toHaveLength(ANNOTATIONS_MAX)
    expect(content_annotations.at(-1)?.text).toBe(`Lei nº ${10_000 + ANNOTATIONS_MAX - 1}/2020`)
    expect(entities).toHaveLength(ENTITIES_MAX)
    expect(entities[0]?.text).toBe('Anvisa')
  })

  it('returns nothing for an empty text', () => {
    expect(find('')).toEqual({ entities: [], content_annotations: [], states: [] })
  })
})

describe('compileRegistry', () => {
  it('accepts any registry, also with two entities of one name', () => {
    const records: EntityRecord[] = [
      { id: 'Q1', canonicalName: 'Zeta', type: 'ORG', aliases: [] },
      { id: 'Q2', canonicalName: 'Zeta', type: 'POLICY', aliases: ['Plano Zeta'] },
    ]
    const text = 'O Plano Zeta e a Zeta.'
    const { entities } = findEntities(
      { title: '', content: text, text, agencyKey: null },
      compileRegistry(records),
    )
    expect(entities.map((entity) => entity.canonical_id)).toEqual(['Q2', 'Q1'])
  })

  it.each([
    ['O Plano Beta, o Plano Alfa.', 'Plano Alfa'],
    ['O Plano Alfa, o Plano Beta.', 'Plano Alfa'],
    ['O Plano Alfa, o Plano Delta.', 'Plano Delta'],
    ['O Plano Beta, o Plano Alfa, o Plano Beta.', 'Plano Beta'],
    ['O Plano Delta, o Plano Alfa, o Plano Alfa.', 'Plano Alfa'],
  ])('has for “%s” the most frequent, longest, first name: %s', (text, name) => {
    const aliases = ['Plano Beta', 'Plano Delta']
    const records: EntityRecord[] = [{ id: 'Q1', canonicalName: 'Plano Alfa', type: 'POLICY', aliases }]
    const found = findEntities({ title: '', content: text, text, agencyKey: null }, compileRegistry(records))
    expect(found.entities.map((entity) => entity.text)).toEqual([name])
  })

  it.each([
    ['LOC', ['CE']],
    ['ORG', []],
  ] as const)('takes a state from a %s of its name: %j', (type, states) => {
    const records: EntityRecord[] = [{ id: 'Q1', canonicalName: 'Ceará', type, aliases: ['Time Zeta'] }]
    const text = 'O presidente elogiou Time Zeta.'
    const found = findEntities({ title: '', content: text, text, agencyKey: null }, compileRegistry(records))
    expect(found.entities.map((entity) => entity.canonical_id)).toEqual(['Q1'])
    expect(found.states).toEqual(states)
  })
})
