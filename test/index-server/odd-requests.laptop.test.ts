import fc from 'fast-check'
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

const PIECES = [
  'orgao',
  'leituras',
  'tags',
  'vetor',
  'titulo',
  'texto',
  '_text_match',
  '_eval',
  'id',
  'saude',
  'educação',
  '*',
  ':',
  '=',
  '!',
  '>',
  '<',
  '..',
  '[',
  ']',
  '(',
  ')',
  '`',
  ',',
  '&&',
  '||',
  '-',
  '"',
  ' ',
  '0',
  '7',
  '-1',
  '1e9',
  'asc',
  'desc',
  'buckets: 2',
  'k:3',
  'true',
  '\\',
  '%',
  '😀',
]
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join(''))
const NAMES = [
  'q',
  'query_by',
  'filter_by',
  'sort_by',
  'facet_by',
  'facet_query',
  'group_by',
  'vector_query',
  'include_fields',
  'query_by_weights',
  'prefix',
  'num_typos',
  'per_page',
  'page',
  'group_limit',
  'infix',
  'drop_tokens_mode',
  'text_match_type',
  'highlight_fields',
  'hidden_hits',
]
const parameters = fc.dictionary(fc.constantFrom(...NAMES), soup, { maxKeys: 6 })

test('no search breaks the server', async () => {
  const searches = 1_500
  let answered = 0
  await fc.assert(
    fc.asyncProperty(parameters, async (asked) => {
      const answer = await index.search('noticias', { q: 'educação', query_by: 'titulo,texto', ...asked })
      expect([200, 400, 404, 422]).toContain(answer.status)
      if (answer.status === 200) answered++
    }),
    { numRuns: searches },
  )
  expect(answered).toBeGreaterThan(searches / 5)
})

test('no document breaks the server', async () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), soup)
  const names = SCHEMA.fields.map(({ name }) => name)
  const document = fc.dictionary(fc.constantFrom('id', ...names), value, { maxKeys: 12 })
  let stored = 0
  await fc.assert(
    fc.asyncProperty(
      document,
      fc.constantFrom('create', 'upsert', 'update', 'emplace'),
      async (sent, action) => {
        const path = `/collections/noticias/documents/import?action=${action}&dirty_values=coerce_or_drop`
        const answer = await index.call('POST', path, JSON.stringify({ ...DOCUMENTS[0], ...sent }))
        expect(answer.status).toBe(200)
        const { success, code } = JSON.parse(answer.text) as { success: boolean; code?: number }
        expect(success || [400, 404, 409].includes(code!)).toBe(true)
        if (success) stored++
      },
    ),
    { numRuns: 400 },
  )
  expect(stored).toBeGreaterThan(80)
  expect(
    (await index.search('noticias', { q: '*', sort_by: 'leituras:desc', facet_by: 'tags,leituras' })).status,
  ).toBe(200)
})

test('a search without results at its time-out is refused, unless it has no words', async () => {
  const inTime = { query_by: 'titulo', search_cutoff_ms: 0 }
  expect(await index.search('noticias', { q: 'turismo', ...inTime })).toMatchObject({
    status: 408,
    json: { message: 'Request Timeout' },
  })
  expect((await index.search('noticias', { q: '*', ...inTime })).json).toMatchObject({
    search_cutoff: false,
  })
  expect((await index.search('noticias', { q: '*', search_cutoff_ms: 'soon' })).status).toBe(400)
})
