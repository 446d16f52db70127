import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIndex } from './index-harness.ts'
import type { TestIndex } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

let index: TestIndex
beforeAll(async () => {
  index = await startTestIndex()
  await index.load(SCHEMA, 'noticias', DOCUMENTS)
})
afterAll(() => index.stop())

const create = async (actions: string[], collections: string[], more: object = {}): Promise<string> => {
  const answer = await index.call('POST', '/keys', { description: 'teste', actions, collections, ...more })
  expect(answer.status).toBe(201)
  return answer.json.value as unknown as string
}
const searchWith = (key: string, query = 'q=*'): ReturnType<TestIndex['call']> =>
  index.call('GET', `/collections/noticias/documents/search?${query}`, undefined, key)

test('a wrong key is refused everywhere', async () => {
  for (const path of ['/collections', '/collections/noticias', '/keys', '/aliases', '/debug']) {
    expect((await index.call('GET', path, undefined, 'errada')).status).toBe(401)
  }
  expect(
    (await index.call('POST', '/multi_search', { searches: [{ collection: 'noticias', q: '*' }] }, 'errada'))
      .status,
  ).toBe(401)
})

test('a key allows only its actions', async () => {
  const search = await create(['documents:search'], ['noticias'])
  expect((await searchWith(search)).status).toBe(200)
  expect((await index.call('GET', '/collections/noticias/documents/n1', undefined, search)).status).toBe(401)
  const other = await create(['documents:*'], ['outra'])
  expect((await searchWith(other)).status).toBe(401)
  const pattern = await create(['documents:*'], ['not.*'])
  expect((await index.call('GET', '/collections/noticias/documents/n1', undefined, pattern)).status).toBe(200)
})

test('keys expire or are deleted, and are listed without their value', async () => {
  const old = await create(['*'], ['*'], { expires_at: 1_000 })
  expect((await searchWith(old)).status).toBe(401)
  const answer = await index.call('POST', '/keys', {
    description: 'some',
    actions: ['*'],
    collections: ['*'],
    value: 'minha-chave',
  })
  const id = JSON.stringify(answer.json.id)
  expect((await searchWith('minha-chave')).status).toBe(200)
  const listed = await index.call('GET', `/keys/${id}`)
  expect(listed.json).toMatchObject({ value_prefix: 'minh', description: 'some' })
  expect(listed.text).not.toContain('minha-chave')
  expect((await index.call('DELETE', `/keys/${id}`)).status).toBe(200)
  expect((await searchWith('minha-chave')).status).toBe(401)
  expect((await index.call('GET', `/keys/${id}`)).status).toBe(404)
})

test('a scoped key adds its filter and cannot be changed', async () => {
  const parent = await create(['documents:search'], ['noticias'])
  const scope = (parameters: object, signer = parent): string => {
    const text = JSON.stringify(parameters)
    const digest = createHmac('sha256', signer).update(text).digest('base64')
    return Buffer.from(`${digest}${parent.slice(0, 4)}${text}`).toString('base64')
  }
  expect((await searchWith(scope({ filter_by: 'orgao:=saude' }))).json).toMatchObject({ found: 2 })
  expect(
    (await searchWith(scope({ filter_by: 'orgao:=saude' }), 'q=*&filter_by=leituras:>40')).json,
  ).toMatchObject({ found: 1 })
  const many = { searches: [{ collection: 'noticias', q: '*' }] }
  expect(
    (await index.call('POST', '/multi_search', many, scope({ filter_by: 'orgao:=saude' }))).json.results,
  ).toMatchObject([{ found: 2 }])
  expect((await searchWith(scope({ filter_by: 'orgao:=saude' }, 'outra'))).status).toBe(401)
  expect((await searchWith(scope({ expires_at: 1_000 }))).status).toBe(401)
})

test.each([
  { actions: ['*'], collections: ['*'] },
  { description: 'x', collections: ['*'] },
  { description: 'x', actions: ['*'], collections: 'todas' },
])('refuses the key %j', async (body) => {
  expect((await index.call('POST', '/keys', body)).status).toBe(400)
})
