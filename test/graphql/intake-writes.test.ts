import { newsCollection } from '@pauta/core/search-index/collection'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: SharedStack
let service: Client

beforeAll(async () => {
  stack = await shareTestStack()
  service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
})

const UPSERT =
  'mutation ($id: String!, $features: JSON!) { upsertFeatures(uniqueId: $id, features: $features) }'
const BATCH = `mutation ($items: [FeatureUpsertInput!]!) { batchUpsertFeatures(items: $items) { processed failed } }`
const SET = `mutation ($id: String!, $field: String!, $value: JSON!) {
  updateTypesenseField(uniqueId: $id, field: $field, value: $value) }`

const storedFeatures = async (uniqueId: string): Promise<unknown> => {
  const [row] = await stack.db<{ features: unknown }[]>`
    select features from article_features where unique_id = ${uniqueId}`
  return row?.features
}
const findDocument = async (uniqueId: string): Promise<IndexDocument | undefined> => {
  const { hits } = await stack.index.search({ q: '*', filter_by: `id:=${uniqueId}` })
  return hits?.[0]?.document
}
const stepsOf = async (uniqueId: string): Promise<Record<string, string>> => {
  const rows = await stack.db<{ step: string; status: string }[]>`
    select step, status from pipeline_steps where unique_id = ${uniqueId}`
  return Object.fromEntries(rows.map(({ step, status }) => [step, status]))
}
/** Waits until the real worker has brought the article to the index. */
async function indexed(uniqueId: string): Promise<void> {
  await eventually(async () => expect(await stepsOf(uniqueId)).toMatchObject({ index: 'done' }))
}

async function publish(uniqueId: string): Promise<void> {
  await stack.publish([anArticle({ uniqueId })], [{ uniqueId, features: { word_count: 5, own: { a: 1 } } }])
}

describe('upsertFeatures', () => {
  it('merges key by key, keeps the rest, and the worker writes it to the index', async () => {
    await publish('mescla')
    const features = { own: { b: 2 }, sentiment: { label: 'positive', score: 0.5 }, view_count: 7 }
    expect(await service.query(UPSERT, { id: 'mescla', features })).toEqual({ upsertFeatures: true })
    const merged = { word_count: 5, ...features }
    expect(await storedFeatures('mescla')).toEqual(merged)
    await indexed('mescla')
    expect(await findDocument('mescla')).toMatchObject({
      word_count: 5,
      view_count: 7,
      sentiment_label: 'positive',
      sentiment_score: 0.5,
    })
    expect(await service.query('{ newsById(uniqueId: "mescla") { features } }')).toEqual({
      newsById: { features: merged },
    })
  })

  it('accepts an object in the query text', async () => {
    await publish('literal')
    const query = `mutation ($n: JSON!) {
      upsertFeatures(uniqueId: "literal", features: { own: { n: $n, list: [1, "dois", null, true] } }) }`
    expect(await service.query(query, { n: 0.5 })).toEqual({ upsertFeatures: true })
    expect(await storedFeatures('literal')).toEqual({
      word_count: 5,
      own: { n: 0.5, list: [1, 'dois', null, true] },
    })
  })

  it('reports how many mentions have an id of the wrong form and count for no entity', async () => {
    await publish('ids-ruins')
    const entities = ['Q155', 'Q1x', 'dgb_1'].map((canonical_id) => ({
      text: 'x',
      type: 'LOC',
      canonical_id,
    }))
    const answer = await service.ask(UPSERT, { id: 'ids-ruins', features: { entities } })
    expect(answer).toMatchObject({
      data: { upsertFeatures: true },
      extensions: {
        warnings: [
          expect.stringMatching(/^canonical_id fora dos formatos aceitos .* ignorados como entidades: 2\.$/),
        ],
      },
    })
  })

  it('accepts the JSON text of an object', async () => {
    await publish('texto-json')
    const features = JSON.stringify({ char_count: 123, own: { b: 'ç' } })
    expect(await service.query(UPSERT, { id: 'texto-json', features })).toEqual({ upsertFeatures: true })
    expect(await storedFeatures('texto-json')).toEqual({ word_count: 5, char_count: 123, own: { b: 'ç' } })
    expect(
      await service.query(BATCH, { items: [{ uniqueId: 'texto-json', features: '{"char_count":124}' }] }),
    ).toEqual({ batchUpsertFeatures: { processed: 1, failed: 0 } })
    expect(await storedFeatures('texto-json')).toMatchObject({ char_count: 124 })
  })

  it('changes nothing the second time', async () => {
    await publish('repetida')
    const version = async () => {
      const [row] = await stack.db`
        select p.version, a.updated_at from pipeline_steps p join articles a using (unique_id)
        where unique_id = 'repetida' and step = 'index'`
      return row
    }
    await service.query(UPSERT, { id: 'repetida', features: { own: 1 } })
    const before = await version()
    expect(await service.query(UPSERT, { id: 'repetida', features: { own: 1 } })).toEqual({
      upsertFeatures: true,
    })
    expect(await version()).toEqual(before)
  })

  it('refuses an unknown article', async () => {
    expect(await service.codes(UPSERT, { id: 'nenhuma', features: {} })).toEqual(['NOT_FOUND'])
  })

  it.each([
    ['a list', []],
    ['text that is no JSON', '{"a":'],
    ['the text of a list', '[]'],
    ['the text of a text', '"{}"'],
    ['a number', 1],
    ['a known key of another type', { word_count: 'cinco' }],
    ['a sentiment that is none of the three', { sentiment: { label: 'happy', score: 7 } }],
    ['a readability above 100', { readability_flesch: 9999 }],
    ['a negative count', { word_count: -5 }],
    ['a salience above 1', { entities: [{ text: 'MEC', type: 'ORG', salience: 2 }] }],
    ['a NUL', { own: 'a\u0000' }],
  ])('refuses %s', async (_, features) => {
    await publish('recusa')
    const { errors } = await service.ask(UPSERT, { id: 'recusa', features })
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument: 'features' },
    ])
    expect(await storedFeatures('recusa')).toEqual({ word_count: 5, own: { a: 1 } })
  })
})

describe('batchUpsertFeatures', () => {
  it('counts item by item: a bad item does not affect the others', async () => {
    for (const id of ['lote-1', 'lote-2', 'lote-3']) await publish(id)
    const items = [
      { uniqueId: 'lote-1', features: { own: 1 } },
      { uniqueId: 'lote-2', features: [1] },
      { uniqueId: 'nenhuma', features: { own: 1 } },
      { uniqueId: '', features: { own: 1 } },
      { uniqueId: 'lote-3', features: { own: '\u0000' } },
      { uniqueId: 'lote-3', features: { own: 3, word_count: 6 } },
      { uniqueId: 'lote-3', features: { own: 4 } },
    ]
    expect(await service.query(BATCH, { items })).toEqual({
      batchUpsertFeatures: { processed: 3, failed: 4 },
    })
    expect(await storedFeatures('lote-1')).toEqual({ word_count: 5, own: 1 })
    expect(await storedFeatures('lote-2')).toEqual({ word_count: 5, own: { a: 1 } })
    expect(await storedFeatures('lote-3')).toEqual({ word_count: 6, own: 4 })
    await indexed('lote-3')
    expect(await findDocument('lote-3')).toMatchObject({ word_count: 6 })
  })

  it('names each item that failed, in the order of the items', async () => {
    await publish('falha-1')
    const items = [
      { uniqueId: 'nenhuma', features: { own: 1 } },
      { uniqueId: 'falha-1', features: { word_count: -1 } },
      { uniqueId: 'falha-1', features: { own: 1 } },
      { uniqueId: 'x'.repeat(129), features: { own: 1 } },
    ]
    const document = BATCH.replace('failed', 'failures { index uniqueId code message }')
    const answer = await service.query<{ batchUpsertFeatures: { failures: object[] } }>(document, { items })
    const lines = answer.batchUpsertFeatures.failures.map((one) => Object.values(one).join(' '))
    expect(lines).toEqual([
      '0 nenhuma NOT_FOUND Não existe notícia com esse uniqueId.',
      expect.stringMatching(/^1 falha-1 BAD_USER_INPUT features: .* em word_count\.$/),
      `3 ${'x'.repeat(128)} BAD_USER_INPUT uniqueId: deve ter de 1 a 128 caracteres.`,
    ])
  })

  it('accepts up to 500 items, also none', async () => {
    const items = Array.from({ length: 501 }, (_, i) => ({ uniqueId: `nenhuma-${i}`, features: {} }))
    expect(await service.query(BATCH, { items: items.slice(1) })).toEqual({
      batchUpsertFeatures: { processed: 0, failed: 500 },
    })
    const { errors } = await service.ask(BATCH, { items })
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/no máximo 500 .* vieram 501: divida/),
        extensions: { code: 'LIMIT_EXCEEDED' },
      },
    ])
    expect(await service.query(BATCH, { items: [] })).toEqual({
      batchUpsertFeatures: { processed: 0, failed: 0 },
    })
  })

  it('stores two concurrent batches of the same articles in opposite order', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `oposta-${i}`)
    await stack.publish(ids.map((uniqueId) => anArticle({ uniqueId })))
    const items = (own: number) => ids.map((uniqueId) => ({ uniqueId, features: { [`own_${own}`]: own } }))
    const answers = await Promise.all(
      [0, 1, 2, 3].map((own) =>
        service.query(BATCH, { items: own % 2 === 0 ? items(own) : items(own).toReversed() }),
      ),
    )
    expect(answers).toEqual(answers.map(() => ({ batchUpsertFeatures: { processed: 20, failed: 0 } })))
    for (const id of ids) expect(await storedFeatures(id)).toEqual({ own_0: 0, own_1: 1, own_2: 2, own_3: 3 })
  })
})

describe('updateTypesenseField', () => {
  const set = async (id: string, field: string, value: unknown): Promise<boolean> =>
    (await service.query(SET, { id, field, value })).updateTypesenseField

  // The given value, the value in the document at once, and the record in PostgreSQL.
  const values: [field: string, value: unknown, shown: unknown, record: Record<string, unknown>][] = [
    ['summary', ' Resumo novo. ', 'Resumo novo.', { summary: 'Resumo novo.' }],
    ['title', 'Título novo', 'Título novo', { title: 'Título novo' }],
    ['content', '', '', { content: null }],
    ['image', 'https://gov.br/i.jpg', 'https://gov.br/i.jpg', { imageUrl: 'https://gov.br/i.jpg' }],
    ['category', ' ', undefined, { category: null }],
    ['tags', ['um', 'dois', 'um '], ['um', 'dois'], { tags: ['um', 'dois'] }],
    ['tags', [], undefined, { tags: [] }],
    ['extracted_at', 1_780_000_000, 1_780_000_000, { extractedAt: '2026-05-28T20:26:40+00:00' }],
    ['trending_score', 1.5, 1.5, { features: { trending_score: 1.5 } }],
    ['view_count', 12, 12, { features: { view_count: 12 } }],
    ['sentiment_score', -0.25, -0.25, { features: { sentiment: { label: 'negative', score: -0.25 } } }],
    ['sentiment_label', 'neutral', 'neutral', { features: { sentiment: { label: 'neutral', score: 0.5 } } }],
    ['image_broken', true, true, { features: { image_broken: true } }],
    ['has_image', false, false, { features: { has_image: false } }],
  ]
  const articleOf = (field: string, value: unknown) => `campo-${field}-${JSON.stringify(value).length}`

  describe.concurrent('a value', () => {
    beforeAll(async () => {
      const ids = values.map(([field, value]) => articleOf(field, value))
      await stack.publish(
        ids.map((uniqueId) => anArticle({ uniqueId, category: 'Velha', tags: ['velha'] })),
        ids.map((uniqueId) => ({ uniqueId, features: { sentiment: { label: 'negative', score: 0.5 } } })),
      )
    })

    it.each(values)('sets %s to %j in PostgreSQL and in the index', async (field, value, shown, record) => {
      const uniqueId = articleOf(field, value)
      expect(await set(uniqueId, field, value)).toBe(true)
      const atOnce = await findDocument(uniqueId)
      expect(atOnce?.[field as keyof IndexDocument]).toEqual(shown)
      const { newsById } = await service.query(
        'query ($id: String!) { newsById(uniqueId: $id) { title summary content imageUrl category tags extractedAt features } }',
        { id: uniqueId },
      )
      expect(newsById).toMatchObject(record)
      // The document that the worker writes from the row has the same value, so the next synchronisation loses
      // nothing.
      await indexed(uniqueId)
      expect((await findDocument(uniqueId))?.[field as keyof IndexDocument]).toEqual(shown)
    })
  })

  it('makes every step due that depends on a new text, and none for an unchanged value', async () => {
    await stack.publish([anArticle({ uniqueId: 'texto', title: 'Antes' })])
    await tables.pipelineSteps.set(stack.db, { uniqueId: 'texto' }, { status: 'done' })
    const hash = async () => (await stack.db`select content_hash from articles where unique_id = 'texto'`)[0]
    const before = await hash()
    expect(await set('texto', 'title', 'Antes')).toBe(true)
    expect(await set('texto', 'url', 'https://www.gov.br/outra')).toBe(true)
    expect(await hash()).toEqual(before)
    expect(await stepsOf('texto')).toMatchObject({ enrich: 'done', embed: 'done' })
    expect(await set('texto', 'title', 'Depois')).toBe(true)
    expect(await hash()).not.toEqual(before)
    const versions = await stack.db`
      select step, version > 1 as raised from pipeline_steps where unique_id = 'texto' and step <> 'index' order by step`
    expect([...versions]).toEqual([
      { step: 'embed', raised: true },
      { step: 'enrich', raised: true },
    ])
    // The mutation sends messages to their workers at once: the sweep does not run here.
    await eventually(async () =>
      expect(await stepsOf('texto')).toMatchObject({ enrich: 'done', embed: 'done', index: 'done' }),
    )
  })

  it('is false for an unknown or taken-down article, and for one without a document', async () => {
    await publish('retirada')
    await tables.articles.set(stack.db, { uniqueId: 'retirada' }, { deletedAt: new Date() })
    expect(await set('nenhuma', 'view_count', 1)).toBe(false)
    expect(await set('retirada', 'view_count', 1)).toBe(false)
    expect(await set('nenhuma', 'summary', 'x')).toBe(false)
    expect(await storedFeatures('retirada')).toEqual({ word_count: 5, own: { a: 1 } })
    await publish('sem-documento')
    await stack.index.remove(['sem-documento'])
    expect(await set('sem-documento', 'view_count', 3)).toBe(false)
    // PostgreSQL has the value, so the worker writes the document with it.
    await indexed('sem-documento')
    expect(await findDocument('sem-documento')).toMatchObject({ view_count: 3 })
  })

  it('keeps the value in PostgreSQL while the index is down, and writes it later', async () => {
    await publish('sem-indice')
    stack.gates.index.close()
    try {
      const { errors } = await service.ask(SET, { id: 'sem-indice', field: 'view_count', value: 9 })
      expect(errors.map(({ extensions }) => extensions)).toEqual([
        { code: 'SERVICE_UNAVAILABLE', dependency: 'search-index' },
      ])
      expect(await storedFeatures('sem-indice')).toMatchObject({ view_count: 9 })
      expect((await stepsOf('sem-indice'))['index']).not.toBe('done')
    } finally {
      stack.gates.index.open()
    }
  })

  const ALLOWED = new Set(
    (
      'title url content summary subtitle editorial_lead image video_url category tags extracted_at sentiment_label ' +
      'agency agency_name published_at theme_l1_code theme_l1_label theme_l2_code theme_l2_label theme_l3_code ' +
      'theme_l3_label most_specific_theme_code most_specific_theme_label content_embedding ' +
      'sentiment_score trending_score view_count word_count readability_flesch has_image has_video image_broken'
    ).split(' '),
  )
  const fields = newsCollection('news', 'm').fields ?? []
  const wrong: Record<string, unknown[]> = {
    string: [1, true, ['a'], {}, 'a\u0000'],
    'string[]': ['a', [1], {}, [['a']]],
    int32: [1.5, '1', 2_147_483_648, true],
    int64: [1.5, '1', true, 1e15],
    float: ['1.5', true, [1], 1e39],
    bool: [1, 'true', []],
    'float[]': ['a', [1], {}, Array(768).fill('1'), Array(768).fill(0), Array(767).fill(1), '[1]'],
  }

  it.each(fields.filter(({ name }) => ALLOWED.has(name)).map(({ name, type }) => [name, type] as const))(
    'refuses for %s a value that is no %s',
    async (field, type) => {
      for (const value of wrong[type] ?? []) {
        const { errors } = await service.ask(SET, { id: 'nenhuma', field, value })
        expect({ value, extensions: errors[0]?.extensions }).toEqual({
          value,
          extensions: { code: 'BAD_USER_INPUT', argument: 'value' },
        })
      }
      expect(wrong[type]?.length).toBeGreaterThan(0)
    },
  )

  it('refuses values out of the range of their field, and writes nothing', async () => {
    const uniqueId = 'fora-da-faixa'
    await publish(uniqueId)
    const outside: [field: string, value: unknown][] = [
      ['sentiment_score', 5],
      ['sentiment_score', -1.5],
      ['sentiment_label', 'happy'],
      ['readability_flesch', 100.5],
      ['readability_flesch', -125],
      ['word_count', -1],
      ['view_count', -1],
    ]
    for (const [field, value] of outside) {
      const { errors } = await service.ask(SET, { id: uniqueId, field, value })
      expect({ field, extensions: errors[0]?.extensions }).toEqual({
        field,
        extensions: { code: 'BAD_USER_INPUT', argument: 'value' },
      })
    }
    expect(await storedFeatures(uniqueId)).toEqual({ word_count: 5, own: { a: 1 } })
  })

  it.each([
    ...fields.map(({ name }) => name).filter((name) => !ALLOWED.has(name)),
    'id',
    'nenhum_campo',
    '',
    '__proto__',
    'constructor',
    'updated_at',
    'features',
  ])('refuses the field %j, which is derived or unknown', async (field) => {
    const { errors } = await service.ask(SET, { id: 'nenhuma', field, value: 'x' })
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument: 'field' },
    ])
  })
})
