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

const find = (q: string, parameters: Record<string, string | number> = {}): Promise<string[]> =>
  index.ids('noticias', { q, query_by: 'titulo,texto', ...parameters })

test('words near each other beat words apart, the title beats the text', async () => {
  expect(await find('defesa civil', { prefix: 'false' })).toEqual(['n3'])
  expect(await find('vacinação', { prefix: 'false', num_typos: 0 })).toEqual(['n1', 'n2'])
  expect(
    await find('vacinação', {
      prefix: 'false',
      num_typos: 0,
      query_by: 'titulo,texto',
      query_by_weights: '1,3',
    }),
  ).toEqual(['n2', 'n1'])
})

test('a title that is exactly the query comes first', async () => {
  expect(await find('turismo')).toEqual(['n8', 'n9'])
  expect(await find('turismo', { prioritize_exact_match: 'false' })).toEqual(['n9', 'n8'])
})

test('the last word may be unfinished, other words may not', async () => {
  expect(await find('educ', { num_typos: 0 })).toEqual(['n7', 'n6', 'n5'])
  expect(await find('educ', { num_typos: 0, prefix: 'false' })).toEqual([])
  expect(await find('educ basica', { num_typos: 0, drop_tokens_threshold: 0 })).toEqual([])
  expect(await find('educ', { num_typos: 0, prefix: 'true,false' })).toEqual(['n7', 'n6'])
})

test('typos are tolerated within their limits', async () => {
  // With a typo no title is exactly the query any more.
  expect(await find('turizmo')).toEqual(['n9', 'n8'])
  expect(await find('turizmo', { num_typos: 0 })).toEqual([])
  expect(await find('turizmo', { min_len_1typo: 8 })).toEqual([])
  expect(await find('unviersidads', { num_typos: 1 })).toEqual([])
  expect(await find('unviersidads', { num_typos: 2 })).toEqual(['n5'])
  expect(await find('sull')).toEqual(['n9'])
})

test('words are dropped, the last first, when no document has all of them', async () => {
  expect(await find('turismo marciano', { num_typos: 0 })).toEqual(['n8', 'n9'])
  expect(await find('marciano turismo', { num_typos: 0 })).toEqual(['n8', 'n9'])
  expect(await find('turismo marciano', { num_typos: 0, drop_tokens_threshold: 0 })).toEqual([])
})

test('words may come from different fields', async () => {
  expect(await find('campanha postos', { drop_tokens_threshold: 0 })).toEqual(['n1'])
})

test('phrases and exclusions apply', async () => {
  expect(await find('"defesa civil"')).toEqual(['n3'])
  expect(await find('"civil defesa"')).toEqual([])
  expect(await find('"governo federal" contrato')).toEqual(['n4'])
  expect(await find('defesa -civil', { num_typos: 0 })).toEqual(['n4'])
  expect(await find('vacinação -"campanha de vacinação começa"', { num_typos: 0 })).toEqual(['n2'])
})

test('missing and additional spaces are tolerated', async () => {
  expect(await find('defesacivil')).toEqual(['n3'])
  expect(await find('tu rismo', { drop_tokens_threshold: 0 })).toEqual(['n8', 'n9'])
  expect(await find('defesacivil', { split_join_tokens: 'off' })).toEqual([])
})

test('a word is split only when some text has its halves side by side, in their order', async () => {
  const exact = { num_typos: 0, prefix: 'false', drop_tokens_threshold: 0 }
  expect(await find('civildefesa', exact)).toEqual([])
  // Both words occur in one text, apart, and in two documents.
  expect(await find('defesapopulação', exact)).toEqual([])
  expect(await find('defesapede', exact)).toEqual(['n3'])
  // The words around the split word must occur in the same document.
  expect(await find('governofederal contrato', exact)).toEqual(['n4'])
  expect(await find('governofederal turismo', exact)).toEqual([])
  expect(await find('vaci nação campanha', exact)).toEqual(['n1', 'n2'])
})

test('an explicit order replaces the rank, and the score is still returned', async () => {
  const answer = await index.search('noticias', {
    q: 'turismo',
    query_by: 'titulo',
    sort_by: 'publicado:asc',
  })
  const hits = answer.json.hits as unknown as { document: { id: string }; text_match: number }[]
  expect(hits.map((hit) => hit.document.id)).toEqual(['n8', 'n9'])
  expect(hits.every((hit) => hit.text_match > 2 ** 53)).toBe(true)
})

test('buckets of text scores let the date decide within them', async () => {
  const q = { prioritize_exact_match: 'true', query_by: 'titulo' }
  expect(await find('turismo', { ...q, sort_by: '_text_match:desc,publicado:desc' })).toEqual(['n8', 'n9'])
  expect(await find('turismo', { ...q, sort_by: '_text_match(buckets: 1):desc,publicado:desc' })).toEqual([
    'n9',
    'n8',
  ])
})

test('snippets mark the words', async () => {
  const answer = await index.search('noticias', { q: 'vacinação', query_by: 'titulo,texto', num_typos: 0 })
  expect(answer.text).toContain('Campanha de <mark>vacinação</mark> começa na segunda')
  expect(answer.json.hits).toMatchObject([
    { highlights: [{ field: 'titulo', matched_tokens: ['vacinação'] }] },
    {},
  ])
})

test('an empty query finds everything, a star has no score', async () => {
  expect(await find('')).toHaveLength(10)
  const star = await index.search('noticias', { q: '*' })
  expect(star.json).toMatchObject({ found: 10, out_of: 10, page: 1 })
  expect(star.text).not.toContain('text_match')
})

test.each([
  [{ q: 'x' }, 400],
  [{ query_by: 'titulo' }, 400],
  [{ q: 'x', query_by: 'nada' }, 404],
  [{ q: 'x', query_by: 'leituras' }, 400],
  [{ q: 'x', query_by: 'titulo,texto', query_by_weights: '1' }, 400],
  [{ q: 'x', query_by: 'titulo', num_typos: 3 }, 400],
])('refuses %j', async (parameters, status) => {
  expect((await index.search('noticias', parameters as Record<string, string>)).status).toBe(status)
})

test('fields of the answer are chosen by name or beginning', async () => {
  const answer = await index.search('noticias', {
    q: '*',
    per_page: 1,
    include_fields: 'id,t*',
    exclude_fields: 'texto',
  })
  expect(answer.json.hits).toMatchObject([
    { document: { id: 'n10', titulo: 'Previsão do tempo para o feriado' } },
  ])
  expect(answer.text).not.toContain('Sem chuva')
})
