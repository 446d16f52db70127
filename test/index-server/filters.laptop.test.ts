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

const filtered = async (filter: string): Promise<string> => {
  const ids = await index.ids('noticias', { q: '*', filter_by: filter, sort_by: 'publicado:asc' })
  return ids.map((id) => id.slice(1)).join(' ')
}

test.each([
  ['orgao:=saude', '1 2'],
  ['orgao:=DEFESA', '4'],
  ['orgao:defesa', '4'],
  ['titulo:defesa', '3 4'],
  ['texto:=Praias lotadas no feriado', '8'],
  ['texto:=praias lotadas', ''],
  ['texto:feriado praias', '8'],
  ['tema:=`Lazer, praias & parques`', '8 9'],
  ['tema:=[`Lazer, praias & parques`, Saude]', '1 2 8 9'],
  ['tags:=ensino superior', '5'],
  ['tags:=[vacina,chuva]', '1 2 3'],
  ['tags:!=[vacina,escola]', '3 4 5 8 9 10'],
  ['tema:!Educação', '1 2 3 4 8 9 10'],
  ['tema:edu*', '5 6 7'],
  ['titulo:=edu*', '6 7'],
  ['leituras:>50', '3 4 8'],
  ['leituras:[10..30]', '2 6 7'],
  ['leituras:[<10, 50, >=90]', '1 8 9'],
  ['leituras:!=70', '1 2 5 6 7 8 9 10'],
  ['nota:=0.7', '6 7'],
  ['nota:[0.1..0.3]', '4 9'],
  ['destaque:true', '1 3 8'],
  ['destaque:!=true', '2 4 5 6 7 9 10'],
  ['id:[n2, n4, nada]', '2 4'],
  ['id:!=n1 && orgao:saude', '2'],
  ['orgao:=saude || orgao:=turismo && leituras:>60', '8'],
  ['orgao:=saude || (orgao:=turismo && leituras:>60)', '1 2 8'],
  ['orgao : = saude', '1 2'],
])('%s', async (filter, expected) => {
  expect(await filtered(filter)).toBe(expected)
})

test.each(['nada:=1', 'orgao', '(orgao:=a', 'leituras:dez', 'vetor:1'])('refuses %s', async (filter) => {
  const answer = await index.search('noticias', { q: '*', filter_by: filter })
  expect(answer.status).toBe(400)
  expect(answer.json.message).toBeTypeOf('string')
})

test('sorts by several keys, the later inserted first among equals, missing values last', async () => {
  const ids = (sort: string): Promise<string[]> =>
    index.ids('noticias', { q: '*', sort_by: sort, per_page: 4 })
  expect(await ids('leituras:desc')).toEqual(['n8', 'n4', 'n3', 'n1'])
  expect(await ids('leituras:asc,publicado:asc')).toEqual(['n9', 'n6', 'n2', 'n7'])
  expect(await ids('nota(missing_values: first):desc,publicado:desc')).toEqual(['n10', 'n8', 'n5', 'n3'])
  expect(await ids('_eval([(orgao:=turismo):2,(destaque:true):1]):desc,publicado:asc')).toEqual([
    'n8',
    'n9',
    'n1',
    'n3',
  ])
})

test('pages contain every document once', async () => {
  const seen: string[] = []
  for (let page = 1; page <= 4; page++)
    seen.push(...(await index.ids('noticias', { q: '*', per_page: 3, page })))
  expect(seen).toEqual(DOCUMENTS.map(({ id }) => id).toReversed())
  expect((await index.search('noticias', { q: '*', per_page: 251 })).status).toBe(422)
  expect((await index.search('noticias', { q: '*', page: -1 })).status).toBe(400)
})

test.each([
  ['nada:asc', 404],
  ['tags:asc', 404],
  ['publicado', 400],
  ['publicado:baixo', 400],
  ['publicado:asc,leituras:asc,nota:asc,destaque:asc', 400],
])('refuses the order %s', async (sort, status) => {
  expect((await index.search('noticias', { q: '*', sort_by: sort })).status).toBe(status)
})
