import { afterAll, expect, test } from 'vitest'
import { startTestIndex } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

const index = await startTestIndex()
afterAll(() => index.stop())

test('a collection exists from POST to DELETE', async () => {
  const created = await index.call('POST', '/collections', SCHEMA)
  expect(created.status).toBe(201)
  expect(created.json).toMatchObject({
    name: 'noticias',
    num_documents: 0,
    default_sorting_field: 'publicado',
  })
  expect((await index.call('POST', '/collections', SCHEMA)).status).toBe(409)
  const read = await index.call('GET', '/collections/noticias')
  expect(read.json.fields).toContainEqual(
    expect.objectContaining({ name: 'vetor', type: 'float[]', num_dim: 3, vec_dist: 'cosine' }),
  )
  expect((await index.call('GET', '/collections')).json).toMatchObject([{ name: 'noticias' }])
  expect((await index.call('DELETE', '/collections/noticias')).status).toBe(200)
  expect((await index.call('GET', '/collections/noticias')).status).toBe(404)
  expect((await index.call('DELETE', '/collections/noticias')).status).toBe(404)
})

test.each([
  [{ fields: SCHEMA.fields }, 'Parameter `name` is required.'],
  [
    { name: 'x', fields: [{ name: 'a', type: 'texto' }] },
    'Field `a` has an invalid data type `texto`, see docs for supported data types.',
  ],
  [
    { name: 'x', fields: [{ name: 'a', type: 'string' }], default_sorting_field: 'b' },
    'Default sorting field is defined as `b` but is not found in the schema.',
  ],
  [
    {
      name: 'x',
      fields: [
        { name: 'a', type: 'string' },
        { name: 'a', type: 'bool' },
      ],
    },
    'There are duplicate field names in the schema.',
  ],
])('refuses the schema %j', async (schema, message) => {
  expect(await index.call('POST', '/collections', schema)).toMatchObject({ status: 400, json: { message } })
})

test('fields can be added and removed', async () => {
  await index.load(
    SCHEMA,
    'noticias',
    DOCUMENTS.map((document) => ({ ...document, editoria: `editoria ${document.orgao}` })),
  )
  const patch = (fields: unknown): ReturnType<typeof index.call> =>
    index.call('PATCH', '/collections/noticias', { fields })
  expect((await patch([{ name: 'editoria', type: 'string', facet: true }])).status).toBe(200)
  expect(await index.ids('noticias', { q: '*', filter_by: 'editoria:=editoria saude' })).toEqual(['n2', 'n1'])
  expect((await patch([{ name: 'editoria', drop: true }])).status).toBe(200)
  expect((await index.search('noticias', { q: '*', filter_by: 'editoria:=x' })).status).toBe(400)
  expect((await patch([{ name: 'nada', drop: true }])).status).toBe(400)
  expect((await patch([{ name: 'titulo', type: 'string' }])).status).toBe(400)
  expect((await patch([{ name: 'faltante', type: 'int32' }])).status).toBe(400)
  expect((await patch([{ name: 'editoria', type: 'int32' }])).status).toBe(400)
})

test('aliases point at collections, also at missing ones', async () => {
  expect((await index.call('PUT', '/aliases/atual', { collection_name: 'noticias' })).status).toBe(200)
  expect(await index.ids('atual', { q: '*', per_page: 1 })).toEqual(['n10'])
  await index.call('PUT', '/aliases/atual', { collection_name: 'ausente' })
  expect((await index.search('atual', { q: '*' })).status).toBe(404)
  expect((await index.call('GET', '/aliases')).json).toEqual({
    aliases: [{ name: 'atual', collection_name: 'ausente' }],
  })
  expect((await index.call('PUT', '/aliases/outro', {})).status).toBe(400)
  expect((await index.call('DELETE', '/aliases/atual')).status).toBe(200)
  expect((await index.call('GET', '/aliases/atual')).status).toBe(404)
})

test('the status routes answer', async () => {
  expect((await index.call('GET', '/health', undefined, '')).json).toEqual({ ok: true })
  expect((await index.call('GET', '/debug')).json).toMatchObject({ state: 1 })
  expect((await index.call('GET', '/stats.json')).status).toBe(200)
  expect((await index.call('GET', '/metrics.json')).json).toHaveProperty('typesense_memory_resident_bytes')
  expect((await index.call('POST', '/operations/cache/clear')).json).toEqual({ success: true })
  expect(await index.call('GET', '/nada')).toMatchObject({ status: 404, json: { message: 'Not Found' } })
  expect(await index.call('POST', '/collections', '{"name": ')).toMatchObject({
    status: 400,
    json: { message: 'Bad JSON.' },
  })
})

test('the Typesense client works with the server', async () => {
  const { Client } = await import('typesense')
  const { hostname, port } = new URL(index.url)
  const client = new Client({
    nodes: [{ host: hostname, port: Number(port), protocol: 'http' }],
    apiKey: 'chave-de-teste',
  })
  const found = await client.collections('noticias').documents().search({ q: 'turismo', query_by: 'titulo' })
  expect(found.found).toBe(2)
  const imported = await client
    .collections('noticias')
    .documents()
    .import([{ ...DOCUMENTS[0]! }], { action: 'upsert' })
  expect(imported).toEqual([{ success: true }])
  await expect(client.collections('nada').retrieve()).rejects.toThrow('404')
})
