import { memoizeVocabulary } from '@pauta/core/vocabulary/vocabulary'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { addAlert } from '../kit/rows/alerts.ts'
import { anEntity, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { aClipping, newPerson, type Person } from '../kit/rows/people.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { uniqueName } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'
import { themed } from '../kit/rows/themes.ts'

const NO_AGENCY =
  'agencies: não existe órgão com a chave “ministerio-da-saude”; a mais próxima é “saude” (Ministério da Saúde).'

let stack: SharedStack
let anybody: Client
let person: Person
const sus = anEntity({ id: 'Q8000', canonicalName: 'Sistema Único de Saúde' })

beforeAll(async () => {
  stack = await shareTestStack()
  await registerOnly(stack, [sus])
  const article = anArticle({
    uniqueId: 'vacina_000001',
    agencyKey: 'saude',
    title: 'Vacinação contra a gripe',
    publishedAt: ago({ hours: 2 }),
    ...themed('03'),
  })
  const older = anArticle({
    uniqueId: 'creche_000002',
    agencyKey: 'saude',
    title: 'Obras nas creches',
    publishedAt: ago({ days: 3 }),
  })
  await stack.publish([older, article], [mentioning('vacina_000001', sus)])
  anybody = makeClient(stack.stack.graphqlUrl)
  person = await newPerson(stack)
})
afterAll(() => stack.stop())

const warningsOf = async (document: string, variables: Record<string, unknown> = {}, client = anybody) => {
  const { errors, extensions } = await client.ask(document, variables)
  expect(errors).toEqual([])
  return extensions['warnings']
}
const list = (filter: Record<string, unknown>) =>
  warningsOf('query($filter: ArticleFilter) { articles(filter: $filter) { found } }', { filter })

describe('a filter with a value that does not exist', () => {
  it.each([
    ['{ articles(filter: { agencies: ["ministerio-da-saude"] }) { found } }'],
    ['{ search(query: "gripe", filter: { agencies: ["ministerio-da-saude"] }) { found } }'],
    ['{ widgetArticles(config: { agencies: ["ministerio-da-saude"] }) { pagination { total } } }'],
    ['{ recorteEstimate(recorte: { agencies: ["ministerio-da-saude"] }) { totalEstimate } }'],
    ['{ clippingEstimate(agencies: ["ministerio-da-saude"]) { totalEstimate } }'],
    ['{ estimateRecorteCount(themes: [], agencies: ["ministerio-da-saude"], keywords: []) }'],
    [
      '{ agencyAnalytics(agencies: ["ministerio-da-saude"], dateFrom: "2026-01-01", dateTo: "2026-01-31") { period } }',
    ],
    ['{ agencyFreshness(agencies: ["ministerio-da-saude"]) { agencyKey } }'],
    ['{ articleChanges(filter: { agencies: ["ministerio-da-saude"] }) { endCursor } }'],
    ['{ articleChangeCounts(agencies: ["ministerio-da-saude"]) { count } }'],
  ])('answers %s with a warning that names the nearest key', async (document) => {
    expect(await warningsOf(document)).toEqual([NO_AGENCY])
  })

  it('names the key of an agency that changes are counted for by other letters, and an unknown theme', async () => {
    const document =
      '{ articleChangeCounts(kinds: [APPEARED], agencies: ["SAUDE"], themes: ["98"]) { count } }'
    expect(await warningsOf(document)).toEqual([
      'agencies: não existe órgão com a chave “SAUDE”; a mais próxima é “saude” (Ministério da Saúde).',
      'themes: não existe tema com o código “98”.',
    ])
    expect(
      await warningsOf('{ articleChangeCounts(agencies: ["mec"], themes: ["03"]) { count } }'),
    ).toBeUndefined()
  })

  it('names the nearest agency for the ranking of themes of one agency', async () => {
    const document = '{ trendingThemes(agencyKey: "ministerio-da-saude") { themeLabel } }'
    expect(await warningsOf(document)).toEqual([NO_AGENCY.replace('agencies', 'agencyKey')])
  })

  it.each([
    'articles(filter: $filter) { found }',
    'search(query: "a", filter: $filter) { found }',
    'articleChanges(filter: $filter) { endCursor }',
  ])('warns of an unknown agency that %s excludes, though others are found', async (call) => {
    const excluding = (keys: string[]) =>
      warningsOf(`query ($filter: ArticleFilter) { ${call} }`, { filter: { excludeAgencies: keys } })
    expect(await excluding(['mec', 'ministerio-da-saude'])).toEqual([
      NO_AGENCY.replace('agencies', 'excludeAgencies'),
    ])
    expect(await excluding(['mec'])).toBeUndefined()
  })

  it('warns of the same values in all estimates of a recorte', async () => {
    const filters = 'excludeAgencies: ["ministerio-da-saude"], states: ["XX"], entityCanonical: ["Q1"]'
    const ofRecorte = await warningsOf(`{ recorteEstimate(recorte: { ${filters} }) { totalEstimate } }`)
    expect(ofRecorte).toHaveLength(3)
    for (const call of [
      `clippingEstimate(${filters}) { totalEstimate }`,
      `estimateRecorteCount(themes: [], agencies: [], keywords: [], ${filters})`,
    ])
      expect(await warningsOf(`{ ${call} }`)).toEqual(ofRecorte)
  })

  it('keeps the answer for the values that exist', async () => {
    const { data, extensions } = await anybody.ask(
      '{ articles(filter: { agencies: ["saude", "ministerio-da-saude"] }) { found } }',
    )
    expect(data.articles.found).toBe(2)
    expect(extensions['warnings']).toEqual([NO_AGENCY])
  })

  it('names the nearest theme for an unknown code, for a label among codes and for an unknown label', async () => {
    expect(await list({ themes: ['Saúde', '98'] })).toEqual([
      'themes: não existe tema com o código “Saúde”; o mais próximo é “03” (Saúde).',
      'themes: não existe tema com o código “98”.',
    ])
    expect(await list({ themeLabel: 'Saude publica' })).toEqual([
      'themeLabel: não existe tema de nível 1 com o nome “Saude publica”; o mais próximo é “Saúde”.',
    ])
  })

  it('names an unknown entity only where nothing was found', async () => {
    expect(await list({ entityCanonical: ['Q1', 'Q8000'] })).toBeUndefined()
    expect(await list({ entityCanonical: ['Q1'] })).toEqual([
      'entityCanonical: não existe entidade com o identificador “Q1”.',
    ])
    expect(await list({ entityCanonical: ['Q8000'], agencies: ['mec'] })).toBeUndefined()
    expect(await list({ entityCanonical: ['\u0000'] })).toBeUndefined()
  })

  it('gives no warning for values that exist, however they are written, and for agencies without news', async () => {
    expect(await list({ agencies: ['saude', 'SAÚDE', 'mec'], themes: ['03', '03.01'] })).toBeUndefined()
    expect(await list({ themeLabel: 'saude' })).toBeUndefined()
    expect(
      await warningsOf(
        '{ agencyAnalytics(agencies: ["Ministério da Saúde"], dateFrom: "2026-01-01", dateTo: "2026-01-31") { period } }',
      ),
    ).toBeUndefined()
  })

  it('bounds the warnings of a list and of a request, and their length', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `${at}-${'x'.repeat(100)}`)
    const warnings = (await list({ agencies: many })) as string[]
    expect(warnings).toHaveLength(4)
    expect(warnings[3]).toBe('agencies: mais 47 valores não existem.')
    for (const warning of warnings) expect(warning.length).toBeLessThan(200)
    const fields = Array.from(
      { length: 30 },
      (_, at) => `a${at}: articles(filter: { agencies: ["nada-${at}"] }, limit: 0) { found }`,
    )
    expect(await warningsOf(`{ ${fields.join(' ')} }`)).toHaveLength(20)
  })

  it('adds the warnings in extensions alone, so that clients read data and errors as before', async () => {
    const response = await anybody.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ articles(filter: { agencies: ["nada"] }) { found } }' }),
    })
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: {
        data: { articles: { found: 0 } },
        extensions: { warnings: ['agencies: não existe órgão com a chave “nada”.'] },
      },
    })
  })
})

describe('a clipping with a recorte that can never bring news', () => {
  it('is saved with a warning that names the recorte and the nearest key, also when it is changed', async () => {
    const recortes = [
      { title: 'Certo', agencies: ['saude'] },
      { title: 'Errado', agencies: ['ministerio-da-saude'], excludeAgencies: ['nada'], themes: ['9999'] },
    ]
    const expected = [
      `recortes[1].${NO_AGENCY}`,
      'recortes[1].excludeAgencies: não existe órgão com a chave “nada”.',
      'recortes[1].themes: não existe tema com o código “9999”.',
    ]
    const input = { ...aClipping(), recortes }
    const created = await person.ask<{ createClipping: { id: string } }>(
      'mutation($input: ClippingInput!) { createClipping(input: $input) { id } }',
      { input },
    )
    expect(created.extensions['warnings']).toEqual(expected)
    const { id } = created.data.createClipping
    const updated = await person.ask(
      'mutation($id: String!, $input: ClippingInput!) { updateClipping(id: $id, input: $input) { id } }',
      { id, input },
    )
    expect(updated.extensions['warnings']).toEqual(expected)
  })

  it('is saved with warnings for a state by its name and for an entity, but not for those that exist', async () => {
    const recortes = [
      { title: 'Certo', states: [' sp'], entityCanonical: [' Q8000'] },
      { title: 'Errado', states: ['São Paulo', 'XX'], entityCanonical: ['Q1', 'Q8000'] },
    ]
    const document = 'mutation($input: ClippingInput!) { createClipping(input: $input) { id } }'
    expect(await warningsOf(document, { input: { ...aClipping(), recortes } }, person)).toEqual([
      'recortes[1].states: não existe estado com a sigla “SÃO PAULO”; o valor mais próximo é “SP” (São Paulo).',
      'recortes[1].states: não existe estado com a sigla “XX”.',
      'recortes[1].entityCanonical: não existe entidade com o identificador “Q1”.',
    ])
  })
})

describe('an alert with a recorte that can never bring news', () => {
  const recorte = { title: 'Errado', agencies: ['ministerio-da-saude'], states: ['XX'] }
  const expectedAt = (place: string) => [
    `${place}.${NO_AGENCY}`,
    `${place}.states: não existe estado com a sigla “XX”.`,
  ]

  it('is asked for, and changed, with a warning that names the argument', async () => {
    const ask = 'mutation($input: AlertInput!) { requestAlert(input: $input) { confirmWithinDays } }'
    const input = { email: `${uniqueName('leitora')}@exemplo.org`, recorte }
    expect(await warningsOf(ask, { input })).toEqual(expectedAt('input.recorte'))
    const change = `mutation($token: String!, $id: String!, $recorte: RecorteInput) {
      updateAlert(token: $token, id: $id, recorte: $recorte) { address } }`
    const { id, token } = await addAlert(stack.db)
    expect(await warningsOf(change, { token, id, recorte })).toEqual(expectedAt('recorte'))
    expect(await warningsOf(change, { token, id })).toBeUndefined()
  })
})

describe('a search without words', () => {
  const search =
    'query($query: String!, $filter: ArticleFilter) { search(query: $query, filter: $filter) { found articles { uniqueId } } }'

  it.each(['', '  '])('with a filter (%j) answers the filter, newest first', async (query) => {
    const { search: page } = await anybody.query(search, { query, filter: { agencies: ['saude'] } })
    expect(page).toEqual({
      found: 2,
      articles: [{ uniqueId: 'vacina_000001' }, { uniqueId: 'creche_000002' }],
    })
  })

  it.each([null, {}, { agencies: [] }, { dedup: true }])('is refused with the filter %j', async (filter) => {
    expect(await anybody.codes(search, { query: '', filter })).toEqual(['BAD_USER_INPUT'])
  })
})

it('a name of several agencies or themes means one of the catalogue, the first by key or code', async () => {
  const { db } = stack
  const name = uniqueName('Mesmo nome')
  await tables.agencies.add(db, [
    { key: 'mesmo-1', name, source: 'news' },
    ...[5, 3, 2, 4].map((number) => ({ key: `mesmo-${number}`, name, source: 'catalogue' })),
  ])
  const theme = { label: name, level: 1, source: 'catalogue' }
  await tables.themes.add(db, [
    { ...theme, code: '97' },
    { ...theme, code: '96' },
  ])
  try {
    const vocabulary = await memoizeVocabulary({ db, logger: createLogger({ level: 'silent' }) }, 0)()
    expect(vocabulary?.agencies.findByLabel(name)?.code).toBe('mesmo-2')
    expect(vocabulary?.themes.findByLabel(name)?.code).toBe('96')
    expect(vocabulary?.level1Themes.findByLabel(name)?.code).toBe('96')
  } finally {
    await tables.agencies.remove(db, { name })
    await tables.themes.remove(db, { label: name })
  }
})
