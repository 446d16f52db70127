import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestIndex } from './index-harness.ts'
import type { TestIndex } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

const index: TestIndex = await startTestIndex()
beforeEach(async () => {
  await index.call('DELETE', '/collections/noticias')
  await index.load(SCHEMA, 'noticias', DOCUMENTS)
})
afterAll(() => index.stop())

const send = async (action: string, lines: object[], more = ''): Promise<unknown[]> => {
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const answer = await index.call(
    'POST',
    `/collections/noticias/documents/import?action=${action}${more}`,
    body,
  )
  return answer.text.split('\n').map((line) => JSON.parse(line) as unknown)
}
const read = async (id: string): Promise<unknown> =>
  (await index.call('GET', `/collections/noticias/documents/${id}`)).json
const base = { titulo: 'Novo', texto: 'texto', orgao: 'x', publicado: 500 }

test('create refuses existing documents, update missing ones', async () => {
  expect(
    await send('create', [
      { id: 'n1', ...base },
      { id: 'novo', ...base },
    ]),
  ).toMatchObject([{ code: 409, success: false }, { success: true }])
  expect(await send('update', [{ id: 'nada', titulo: 'x' }])).toMatchObject([{ code: 404 }])
})

test('upsert replaces, update and emplace merge, null removes', async () => {
  await send('upsert', [{ id: 'n1', ...base }])
  expect(await read('n1')).toEqual({ id: 'n1', ...base })
  await send('update', [{ id: 'n2', nota: null, leituras: 7 }])
  expect(await read('n2')).toMatchObject({
    titulo: 'Vacina chega às aldeias',
    leituras: 7,
    vetor: [0.9, 0.1, 0],
  })
  expect(await read('n2')).not.toHaveProperty('nota')
  await send('emplace', [
    { id: 'n3', titulo: 'Outro' },
    { id: 'n11', ...base },
  ])
  expect(await read('n3')).toMatchObject({ titulo: 'Outro', orgao: 'defesa-civil' })
  expect(await read('n11')).toMatchObject(base)
})

test('changes are searchable at once, and old values are not', async () => {
  await send('update', [{ id: 'n8', titulo: 'Ecologia', tags: ['nova'], leituras: 1 }])
  const ids = (q: string): Promise<string[]> => index.ids('noticias', { q, query_by: 'titulo', num_typos: 0 })
  expect(await ids('ecologia')).toEqual(['n8'])
  expect(await ids('turismo')).toEqual(['n9'])
  expect(await index.ids('noticias', { q: '*', filter_by: 'tags:=nova && leituras:=1' })).toEqual(['n8'])
  expect(await index.ids('noticias', { q: '*', per_page: 3 })).toEqual(['n10', 'n9', 'n8'])
})

test('a bad line does not stop the others', async () => {
  const answer = await index.call(
    'POST',
    '/collections/noticias/documents/import',
    `{"id":"b1"\n${JSON.stringify({ id: 'b2', ...base })}\n{"id":"b3"}`,
  )
  expect(answer.status).toBe(200)
  expect(answer.text.split('\n').map((line) => (JSON.parse(line) as { success: boolean }).success)).toEqual([
    false,
    true,
    false,
  ])
})

test('an import accepts four actions, and an empty body', async () => {
  const path = '/collections/noticias/documents/import'
  expect(await index.call('POST', `${path}?action=replace`, JSON.stringify(base))).toMatchObject({
    status: 400,
    json: { message: 'Parameter `action` must be a create|update|upsert.' },
  })
  expect((await index.call('POST', `${path}?action=`, '')).status).toBe(400)
  expect((await index.call('POST', `${path}?return_id=yes`, '')).status).toBe(400)
  expect(await index.call('POST', `${path}?action=upsert`, '')).toMatchObject({ status: 200, text: '' })
  expect(await index.call('POST', '/collections/nada/documents/import', '')).toMatchObject({ status: 404 })
})

test('a line that cannot be stored is refused alone, and index and store stay equal', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const lines = [
    JSON.stringify({ id: 'antes', ...base }),
    `{"id":"fundo","titulo":"Fundo","texto":"x","orgao":"x","publicado":1,"extra":${deep}}`,
    `{"id":"n1","extra":${deep}}`,
    JSON.stringify({ id: 'depois', ...base }),
  ].join('\n')
  const path = '/collections/noticias/documents'
  const answer = await index.call('POST', `${path}/import?action=emplace`, lines)
  expect(answer.status).toBe(200)
  const answers = answer.text
    .split('\n')
    .map((line) => JSON.parse(line) as { success: boolean; code: number })
  expect(answers.map(({ success, code }) => [success, code])).toEqual([
    [true, undefined],
    [false, 400],
    [false, 400],
    [true, undefined],
  ])
  expect(await read('antes')).toEqual({ id: 'antes', ...base })
  expect(await read('n1')).toEqual(DOCUMENTS[0])
  expect((await index.call('GET', `${path}/fundo`)).status).toBe(404)
  expect(await index.ids('noticias', { q: 'novo', query_by: 'titulo' })).toEqual(['depois', 'antes'])
  expect(await index.ids('noticias', { q: 'vacinação', query_by: 'titulo', num_typos: 0 })).toEqual(['n1'])
  expect(await send('upsert', [{ id: 'antes', ...base, titulo: 'Outro' }])).toEqual([{ success: true }])
  expect(await index.call('POST', path, `{"id":"fundo","titulo":${deep}}`)).toMatchObject({ status: 400 })
})

test('answers contain ids and documents when requested', async () => {
  expect(await send('create', [base], '&return_id=true&return_doc=true')).toMatchObject([
    { success: true, id: '10', document: { id: '10', ...base } },
  ])
})

test('dirty values are converted, dropped or refused', async () => {
  expect(await send('create', [{ id: 'c', ...base, publicado: '7' }])).toMatchObject([{ success: true }])
  expect(await read('c')).toMatchObject({ publicado: 7 })
  expect(await send('create', [{ id: 'd', ...base, publicado: '7' }], '&dirty_values=reject')).toMatchObject([
    { code: 400 },
  ])
})

test('single documents can be read, changed and deleted', async () => {
  const path = '/collections/noticias/documents'
  expect((await index.call('POST', path, { id: 'z', ...base })).status).toBe(201)
  expect((await index.call('POST', path, { id: 'z', ...base })).status).toBe(409)
  expect(
    (await index.call('POST', `${path}?action=upsert`, { id: 'z', ...base, orgao: 'y' })).json,
  ).toMatchObject({ orgao: 'y' })
  expect((await index.call('PATCH', `${path}/z`, { titulo: 'Zê' })).json).toMatchObject({
    titulo: 'Zê',
    orgao: 'y',
  })
  expect((await index.call('DELETE', `${path}/z`)).json).toMatchObject({ id: 'z' })
  expect((await index.call('GET', `${path}/z`)).status).toBe(404)
})

test('update and delete by filter', async () => {
  const path = '/collections/noticias/documents'
  expect((await index.call('PATCH', `${path}?filter_by=orgao:=saude`, { tags: ['lote'] })).json).toEqual({
    num_updated: 2,
  })
  expect(await index.ids('noticias', { q: '*', filter_by: 'tags:=lote' })).toEqual(['n2', 'n1'])
  expect((await index.call('DELETE', `${path}?filter_by=publicado:[100..120]`)).json).toEqual({
    num_deleted: 3,
  })
  expect((await index.call('DELETE', path)).status).toBe(400)
  expect((await index.call('GET', '/collections/noticias')).json).toMatchObject({ num_documents: 7 })
})

test('export writes a line per document, filtered and cut to fields', async () => {
  const all = await index.call('GET', '/collections/noticias/documents/export')
  expect(all.text.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual(DOCUMENTS)
  const some = await index.call(
    'GET',
    '/collections/noticias/documents/export?filter_by=orgao:=saude&include_fields=id,orgao',
  )
  expect(some.text).toBe('{"id":"n1","orgao":"saude"}\n{"id":"n2","orgao":"saude"}')
})

test('many replaced documents leave no memory behind', async () => {
  const lines = (round: number): object[] =>
    Array.from({ length: 1_500 }, (_, at) => ({
      id: `m${at}`,
      ...base,
      titulo: `rodada${round} artigo${at % 10}`,
    }))
  for (let round = 0; round < 4; round++) await send('upsert', lines(round))
  const found = async (q: string): Promise<unknown> =>
    (
      await index.search('noticias', {
        q,
        query_by: 'titulo',
        num_typos: 0,
        prefix: 'false',
        drop_tokens_threshold: 0,
      })
    ).json.found
  expect(await found('rodada3')).toBe(1_500)
  expect(await found('rodada1')).toBe(0)
  expect(await found('rodada3 artigo4')).toBe(150)
})
