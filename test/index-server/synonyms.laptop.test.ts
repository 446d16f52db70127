import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startIndexServer } from '../../packages/index-server/src/server.ts'
import { KEY, createIndexClient, startTestIndex } from './index-harness.ts'
import type { TestIndex } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

const PATH = '/collections/noticias/synonyms'

let index: TestIndex
beforeAll(async () => {
  index = await startTestIndex()
})
afterAll(() => index.stop())
beforeEach(async () => {
  await index.call('DELETE', '/collections/noticias')
  await index.load(SCHEMA, 'noticias', DOCUMENTS)
})

const put = (id: string, body: unknown): ReturnType<typeof index.call> =>
  index.call('PUT', `${PATH}/${id}`, body)
const find = (q: string, more: Record<string, string | number> = {}): Promise<string[]> =>
  index.ids('noticias', { q, query_by: 'titulo', num_typos: 0, prefix: 'false', ...more })

test('a synonym exists from PUT to DELETE', async () => {
  expect((await index.call('GET', PATH)).json).toEqual({ synonyms: [] })
  const both = { synonyms: ['turismo', 'viagens'] }
  expect(await put('a', both)).toMatchObject({ status: 200, json: { id: 'a', ...both } })
  const oneWay = { root: 'viagem', synonyms: ['turismo rural'], locale: 'pt', symbols_to_index: ['+'] }
  expect(await put('b', oneWay)).toMatchObject({ status: 200, json: { id: 'b', ...oneWay } })
  expect((await index.call('GET', `${PATH}/a`)).json).toEqual({ id: 'a', root: '', ...both })
  expect((await index.call('GET', `${PATH}/b`)).json).toEqual({ id: 'b', ...oneWay })
  const ids = async (query: string): Promise<unknown> =>
    ((await index.call('GET', `${PATH}?${query}`)).json.synonyms as unknown as { id: string }[]).map(
      ({ id }) => id,
    )
  expect([await ids(''), await ids('limit=1'), await ids('offset=1')]).toEqual([['a', 'b'], ['a'], ['b']])
  expect((await index.call('GET', `${PATH}?offset=2`)).status).toBe(400)
  expect((await index.call('GET', `${PATH}?limit=x`)).status).toBe(400)
  expect(await index.call('DELETE', `${PATH}/a`)).toMatchObject({ status: 200, json: { id: 'a' } })
  for (const method of ['GET', 'DELETE']) expect((await index.call(method, `${PATH}/a`)).status).toBe(404)
  expect((await index.call('GET', '/collections/nada/synonyms')).status).toBe(404)
  expect((await index.call('PUT', '/collections/nada/synonyms/a', both)).status).toBe(404)
})

test.each([
  [{}, 'Could not find an array of `synonyms`'],
  [{ synonyms: 'turismo' }, 'Could not find an array of `synonyms`'],
  [{ synonyms: [] }, 'Could not find a valid string array of `synonyms`'],
  [{ synonyms: ['a', 1] }, 'Could not find a valid string array of `synonyms`'],
  [{ root: ['a'], synonyms: ['b'] }, 'Key `root` should be a string.'],
  ['[]', 'Bad JSON.'],
])('refuses the synonym %j', async (body, message) => {
  expect(await put('x', body)).toMatchObject({ status: 400, json: { message } })
})

test('words of a two-way synonym find each other, unless the search disables synonyms', async () => {
  expect(await find('viagens')).toEqual([])
  await put('a', { synonyms: ['Turismo', 'viágens', 'férias na praia'] })
  expect(await find('viagens')).toEqual(['n8', 'n9'])
  expect(await find('férias na praia')).toEqual(['n8', 'n9'])
  expect(await find('viagens', { enable_synonyms: 'false' })).toEqual([])
  await index.call('DELETE', `${PATH}/a`)
  expect(await find('viagens')).toEqual([])
})

test('a root finds its synonyms, and they do not find the root', async () => {
  await put('a', { root: 'ensino', synonyms: ['educação', 'universidades'] })
  expect((await find('ensino')).toSorted()).toEqual(['n5', 'n6', 'n7'])
  expect(await find('universidades')).toEqual(['n5'])
  expect((await find('ensino básica')).toSorted()).toEqual(['n6', 'n7'])
})

test('a synonym of several words replaces them within a query', async () => {
  await put('a', { synonyms: ['aviões', 'aeronaves militares'] })
  expect(await find('ministério compra aeronaves militares')).toEqual(['n4'])
  await put('b', { root: 'pasta', synonyms: ['ministério'] })
  expect(await find('pasta compra aeronaves militares')).toEqual(['n4'])
})

test('prefixes and typos find a synonym only when requested', async () => {
  await put('a', { root: 'viagens', synonyms: ['turismo'] })
  expect(await find('viag')).toEqual([])
  expect(await find('viag', { synonym_prefix: 'true' })).toEqual(['n8', 'n9'])
  expect(await find('viajens')).toEqual([])
  expect(await find('viajens', { synonym_num_typos: 1 })).toEqual(['n8', 'n9'])
  expect((await index.search('noticias', { q: 'x', query_by: 'titulo', synonym_num_typos: 3 })).status).toBe(
    400,
  )
})

test('cyclic synonyms end', async () => {
  await put('a', { synonyms: ['turismo', 'viagens'] })
  await put('b', { synonyms: ['viagens', 'passeios', 'turismo'] })
  await put('c', { root: 'passeios', synonyms: ['passeios passeios'] })
  expect(await find('passeios')).toEqual(['n8', 'n9'])
})

test('synonyms survive a restart, and are deleted and copied with their collection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'index-server-'))
  const open = async (): Promise<TestIndex> => {
    const server = await startIndexServer({ port: 0, key: KEY, dataDir: folder })
    await server.loaded
    return createIndexClient(server.url, () => server.stop())
  }
  const first = await open()
  await first.load(SCHEMA, 'noticias', DOCUMENTS)
  await first.call('PUT', `${PATH}/a`, { root: 'viagens', synonyms: ['turismo'] })
  await first.call('POST', '/collections?src_name=noticias', { name: 'outra' })
  await first.stop()
  const second = await open()
  expect(await second.ids('noticias', { q: 'viagens', query_by: 'titulo' })).toEqual(['n8', 'n9'])
  expect((await second.call('GET', '/collections/outra/synonyms')).json.synonyms).toHaveLength(1)
  await second.call('DELETE', '/collections/noticias')
  await second.load(SCHEMA, 'noticias', DOCUMENTS)
  expect((await second.call('GET', PATH)).json).toEqual({ synonyms: [] })
  await second.stop()
  await rm(folder, { recursive: true })
})
