import type { IndexDocument } from '@pauta/core/search-index/collection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let service: Client

beforeAll(async () => {
  stack = await shareTestStack()
  service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
  // Only news has named this theme; the catalogue lacks it.
  await stack.publish([anArticle({ themeL1Code: '79', themeL1Label: 'Setenta e nove' })])
})
afterAll(() => stack.stop())

const SET = `mutation ($id: String!, $field: String!, $value: JSON!) {
  updateTypesenseField(uniqueId: $id, field: $field, value: $value) }`

interface Answer {
  data: { updateTypesenseField: boolean } | null
  errors: { message: string; extensions: Record<string, unknown> }[]
  extensions?: { warnings?: string[] }
}
const ask = async (id: string, field: string, value: unknown): Promise<Answer> =>
  await service.ask(SET, { id, field, value })
const findDocument = async (uniqueId: string): Promise<IndexDocument | undefined> => {
  const { hits } = await stack.index.search({ q: '*', filter_by: `id:=${uniqueId}` })
  return hits?.[0]?.document
}
async function indexed(uniqueId: string): Promise<void> {
  const open = () => stack.db`
    select from pipeline_steps
    where unique_id = ${uniqueId} and step in ('embed', 'index') and status <> 'done'`
  await eventually(async () => expect(await open()).toHaveLength(0))
}
async function enriched(uniqueId: string): Promise<void> {
  const done = () => stack.db`
    select from pipeline_steps where unique_id = ${uniqueId} and step = 'enrich' and status = 'done'`
  await eventually(async () => expect(await done()).toHaveLength(1))
  await indexed(uniqueId)
}
/**
 * Changes a field, and checks that the document right after it equals the one that the worker writes from the row.
 */
async function setAndCompare(id: string, field: string, value: unknown): Promise<[IndexDocument, string[]]> {
  const { data, errors, extensions } = await ask(id, field, value)
  expect({ field, value, data, errors }).toEqual({
    field,
    value,
    data: { updateTypesenseField: true },
    errors: [],
  })
  const atOnce = await findDocument(id)
  await indexed(id)
  const later = await findDocument(id)
  // Only the worker writes these two instants. After an update, the engine writes single-precision numbers with more
  // digits.
  const pick = (document: IndexDocument | undefined) => ({
    ...document,
    available_at: 0,
    changed_at: 0,
    content_embedding: document?.content_embedding?.map(Math.fround),
  })
  expect(pick(atOnce)).toEqual(pick(later))
  return [later as IndexDocument, extensions?.warnings ?? []]
}
const themesOf = (document: IndexDocument) =>
  Object.fromEntries(Object.entries(document).filter(([name]) => name.includes('theme')))

const WHOLE = {
  theme_l1_code: '02',
  theme_l1_label: 'Educação',
  theme_l2_code: '02.03',
  theme_l2_label: 'Educação Profissional e Capacitação',
  theme_l3_code: '02.03.02',
  theme_l3_label: 'Capacitação Profissional',
  most_specific_theme_code: '02.03.02',
  most_specific_theme_label: 'Capacitação Profissional',
  theme_source: 'operator',
}

describe('the themes of an article', () => {
  it.each([
    [['theme_l1_code', 'theme_l2_code', 'theme_l3_code', 'most_specific_theme_code']],
    [['most_specific_theme_label', 'theme_l3_label', 'theme_l2_label', 'theme_l1_label']],
    [['theme_l3_code', 'theme_l1_code', 'theme_l2_label']],
  ] as (keyof typeof WHOLE)[][][])('end equal in any order of changes: %j', async (fields) => {
    const id = `temas-${fields.join('-').length}`
    await stack.publish([anArticle({ uniqueId: id, themeL1Code: '02' })])
    await indexed(id)
    let document: IndexDocument | undefined
    for (const field of fields) [document] = await setAndCompare(id, field, WHOLE[field])
    expect(themesOf(document as IndexDocument)).toEqual(WHOLE)
  })

  it('also set the levels below, with a warning, and report when a name has chosen the code', async () => {
    await stack.publish([
      anArticle({ uniqueId: 'ramo', themeL1Code: '02', themeL2Code: '02.03', themeL3Code: '02.03.02' }),
    ])
    const [moved, warnings] = await setAndCompare('ramo', 'theme_l2_code', '11.01')
    expect(themesOf(moved)).toMatchObject({
      theme_l1_code: '11',
      theme_l2_code: '11.01',
      most_specific_theme_code: '11.01',
    })
    expect(themesOf(moved)).not.toHaveProperty('theme_l3_code')
    expect(warnings.join()).toMatch(/mudam juntos.*theme_l1_code/)
    // Two branches have a theme with that name. The change applies to the article's own branch.
    const [named, notes] = await setAndCompare('ramo', 'theme_l3_label', 'Capacitação Profissional')
    expect(themesOf(named)).toMatchObject({ theme_l3_code: '11.01.03', most_specific_theme_code: '11.01.03' })
    expect(notes.join()).toMatch(/cadastro de temas: o tema é agora 11\.01\.03/)
    const [cleared] = await setAndCompare('ramo', 'theme_l1_code', '')
    expect(themesOf(cleared)).toEqual({})
  })

  it.each([
    ['theme_l1_code', '98'],
    ['theme_l1_code', '02.03'],
    ['theme_l1_code', '79'],
    ['theme_l1_label', 'Nome que ninguém deu'],
    ['theme_l3_label', 'Capacitação Profissional'],
    ['agency', 'orgao_sem_cadastro'],
    ['agency_name', 'Órgão sem cadastro'],
    ['published_at', Math.floor(Date.now() / 1000) + 25 * 3600],
    ['published_at', 600_000_000],
    ['url', 'javascript:alert(1)'],
    ['image', 'data:image/png;base64,AAAA'],
  ])('refuse unknown values without any change: %s, %j', async (field, value) => {
    const id = 'recusada-campo'
    await stack.publish([anArticle({ uniqueId: id })])
    const before = await findDocument(id)
    const { errors } = await ask(id, field, value)
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument: 'value' },
    ])
    expect(await findDocument(id)).toEqual(before)
  })
})

it('an article moves to another known agency, by key or by name', async () => {
  await stack.publish([anArticle({ uniqueId: 'muda-orgao' })])
  const [byKey, none] = await setAndCompare('muda-orgao', 'agency', 'saude')
  expect([byKey.agency, byKey.agency_name, none]).toEqual(['saude', 'Ministério da Saúde', []])
  const [byName, notes] = await setAndCompare('muda-orgao', 'agency_name', 'Ministério da Educação')
  expect([byName.agency, byName.agency_name]).toEqual(['mec', 'Ministério da Educação'])
  expect(notes.join()).toContain('a notícia é agora do órgão mec')
})

it('a publication date moves an article, its mentions and its day', async () => {
  await stack.publish([
    anArticle({ uniqueId: 'muda-data', content: 'O Brasil ampliou a oferta de vacinas.' }),
  ])
  // The new title is enriched first, so that the change of the date alone changes the document.
  await ask('muda-data', 'title', 'Brasil amplia a oferta')
  await enriched('muda-data')
  const at = Date.UTC(2026, 2, 4, 5) / 1000
  const [document] = await setAndCompare('muda-data', 'published_at', at)
  expect(document.published_at).toBe(at)
  const [mention] =
    await stack.db`select day::text, published_at from article_entities where unique_id = 'muda-data'`
  expect(mention).toEqual({ day: '2026-03-04', publishedAt: new Date(at * 1000) })
})

it('a vector stays until the text changes, with a warning', async () => {
  await stack.publish([anArticle({ uniqueId: 'vetor-proprio' })])
  await indexed('vetor-proprio')
  const vector = Array.from({ length: 768 }, (_, position) => (position % 7) / 8 - 0.25)
  for (const value of [vector, JSON.stringify(vector)]) {
    const [document, warnings] = await setAndCompare('vetor-proprio', 'content_embedding', value)
    expect(document.content_embedding).toEqual(vector)
    expect(warnings.join()).toContain('content_embedding é calculado do texto')
  }
  await ask('vetor-proprio', 'content', 'Um texto novo, de que o vetor é feito de novo.')
  await indexed('vetor-proprio')
  expect((await findDocument('vetor-proprio'))?.content_embedding).not.toEqual(vector)
})

it('returns false for an article that the index lacks, which the worker then writes', async () => {
  const id = 'fora-do-indice'
  await stack.publish([anArticle({ uniqueId: id })])
  await indexed(id)
  await stack.index.remove([id])
  expect(await ask(id, 'agency', 'saude')).toMatchObject({
    data: { updateTypesenseField: false },
    errors: [],
  })
  await indexed(id)
  expect(await findDocument(id)).toMatchObject({ agency: 'saude' })
})

it('returns false, and changes nothing, for an unknown article', async () => {
  for (const [field, value] of [
    ['agency', 'saude'],
    ['theme_l1_code', '02'],
    ['published_at', 1_780_000_000],
    ['content_embedding', Array(768).fill(0.5)],
  ] as const)
    expect((await ask('nenhuma', field, value)).data).toEqual({ updateTypesenseField: false })
})
