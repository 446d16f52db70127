import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startIndexServer } from '../../packages/index-server/src/server.ts'
import { KEY, createIndexClient, startTestIndex } from './index-harness.ts'
import type { TestIndex } from './index-harness.ts'

let index: TestIndex
beforeAll(async () => {
  index = await startTestIndex()
})
afterAll(() => index.stop())
beforeEach(() => index.call('DELETE', '/collections/livre'))

type Call = ReturnType<TestIndex['call']>

const create = (...fields: object[]): Call => index.call('POST', '/collections', { name: 'livre', fields })
const add = (document: object, more = ''): Call =>
  index.call('POST', `/collections/livre/documents${more}`, document)

/** Types of the fields of the collection, rules included. */
async function types(server: TestIndex = index): Promise<Record<string, string>> {
  const { fields } = (await server.call('GET', '/collections/livre')).json
  const list = fields as unknown as { name: string; type: string }[]
  return Object.fromEntries(list.map(({ name, type }) => [name, type]))
}

const DOCUMENT = {
  id: 'a',
  titulo: 'Praias do sul',
  leituras: 7,
  nota: 0.5,
  destaque: true,
  tags: ['praia'],
  anos: [2025, 2026],
  vazio: [],
  nada: null,
  autor: { nome: 'Ana' },
}

test('a rule for any name uses the type of the first value', async () => {
  expect((await create({ name: '.*', type: 'auto' })).status).toBe(201)
  expect((await add(DOCUMENT)).status).toBe(201)
  expect(await types()).toEqual({
    '.*': 'auto',
    titulo: 'string',
    leituras: 'int64',
    nota: 'float',
    destaque: 'bool',
    tags: 'string[]',
    anos: 'int64[]',
  })
  expect(await index.ids('livre', { q: 'praias', query_by: 'titulo' })).toEqual(['a'])
  expect(await index.ids('livre', { q: '*', filter_by: 'leituras:>5 && tags:=praia' })).toEqual(['a'])
  expect(await index.ids('livre', { q: '*', sort_by: 'nota:desc' })).toEqual(['a'])
  expect((await index.search('livre', { q: '*', facet_by: 'tags' })).status).toBe(404)
  expect((await index.call('GET', '/collections/livre/documents/a')).json).toEqual(
    Object.fromEntries(Object.entries(DOCUMENT)),
  )
})

test('later values are converted to the type, or dropped, or refused when asked', async () => {
  await create({ name: '.*', type: 'auto' })
  await add(DOCUMENT)
  expect((await add({ id: 'b', leituras: '12' })).json).toMatchObject({ leituras: 12 })
  expect((await add({ id: 'c', leituras: 'muitas' })).json).toEqual({ id: 'c' })
  expect((await add({ id: 'd', leituras: 'muitas' }, '?dirty_values=coerce_or_reject')).status).toBe(400)
  expect((await add({ id: 'e' })).status).toBe(201)
})

test('definitions come before patterns, patterns before the rule for any name', async () => {
  await create(
    { name: '.*', type: 'auto' },
    { name: '.*_faceta', type: 'auto', facet: true },
    { name: 'num_.*', type: 'int32' },
    { name: 'fora_.*', type: 'string', index: false, optional: true },
    { name: 'texto', type: 'string*' },
    { name: 'pais', type: 'string', facet: true },
  )
  const document = { pais: 'br', cor_faceta: 'azul', num_a: 3, fora_x: 'oculto', texto: 5, outro: 1 }
  expect((await add(document)).status).toBe(201)
  expect(await types()).toEqual({
    '.*': 'auto',
    '.*_faceta': 'auto',
    'num_.*': 'int32',
    'fora_.*': 'string',
    texto: 'string',
    pais: 'string',
    cor_faceta: 'string',
    num_a: 'int32',
    outro: 'int64',
  })
  const faceted = await index.search('livre', { q: '*', facet_by: 'cor_faceta,pais' })
  expect(faceted.json.facet_counts).toMatchObject([
    { counts: [{ value: 'azul', count: 1 }] },
    { counts: [{ value: 'br', count: 1 }] },
  ])
  expect((await index.search('livre', { q: 'oculto', query_by: 'fora_x' })).status).toBe(404)
})

test('a refused document adds no fields', async () => {
  await create({ name: '.*', type: 'auto' }, { name: 'pais', type: 'string' })
  expect((await add({ novo: 1 })).status).toBe(400)
  expect(await types()).toEqual({ '.*': 'auto', pais: 'string' })
  expect((await add({ novo: 'um', pais: 'br' })).status).toBe(201)
  expect(await types()).toMatchObject({ novo: 'string' })
})

test.each([
  [[{ name: '.*', type: 'auto', optional: false }], 'Field `.*` must be an optional field.'],
  [[{ name: '.*', type: 'auto', facet: true }], 'Field `.*` cannot be a facet field.'],
  [
    [
      { name: '.*', type: 'auto' },
      { name: '.*', type: 'string*' },
    ],
    'There can be only one field named `.*`.',
  ],
  [[{ name: '(.*', type: 'auto' }], 'Field `(.*` is not a regular expression.'],
])('refuses the rules %j', async (fields, message) => {
  expect(await create(...fields)).toMatchObject({ status: 400, json: { message } })
})

test('a rule that is added later applies to the fields of stored documents', async () => {
  await create({ name: 'pais', type: 'string' })
  await add({ id: 'a', pais: 'br', titulo: 'Praias do sul', leituras: 7 })
  const patch = (fields: object[]): Call => index.call('PATCH', '/collections/livre', { fields })
  expect((await patch([{ name: '.*', type: 'auto' }])).status).toBe(200)
  expect(await types()).toEqual({ '.*': 'auto', pais: 'string', titulo: 'string', leituras: 'int64' })
  expect(await index.ids('livre', { q: 'praias', query_by: 'titulo', filter_by: 'leituras:7' })).toEqual([
    'a',
  ])
  expect(await patch([{ name: '.*', type: 'auto' }])).toMatchObject({
    status: 400,
    json: { message: 'The schema already contains a `.*` field.' },
  })
  expect((await patch([{ name: '.*', drop: true }])).status).toBe(200)
  await add({ id: 'b', pais: 'br', extra: 1 })
  expect(await types()).not.toHaveProperty('extra')
})

test('rules and their detected fields survive a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'index-server-'))
  const open = async (): Promise<TestIndex> => {
    const server = await startIndexServer({ port: 0, key: KEY, dataDir: folder })
    await server.loaded
    return createIndexClient(server.url, () => server.stop())
  }
  const first = await open()
  await first.load({ name: 'livre', fields: [{ name: '.*', type: 'auto' }] }, 'livre', [DOCUMENT])
  await first.stop()
  const second = await open()
  expect(await second.ids('livre', { q: 'praias', query_by: 'titulo' })).toEqual(['a'])
  await second.call('POST', '/collections/livre/documents', { id: 'b', recente: true })
  expect(await types(second)).toMatchObject({ '.*': 'auto', titulo: 'string', recente: 'bool' })
  await second.stop()
  await rm(folder, { recursive: true })
})
