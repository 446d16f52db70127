import { listSimilarities } from '@pauta/core/embeddings/similarity'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let service: Client

/** A vector by the values of its first axes; the others are zero. */
const axes = (...values: number[]) =>
  JSON.stringify(Array.from({ length: EMBEDDING_DIMENSIONS }, (_, axis) => values[axis] ?? 0))

// Cosines with `eixo` that binary fractions represent exactly, so that "above" and "at" the threshold differ.
const VECTORS = {
  eixo: axes(1),
  copia: axes(1),
  igual: axes(2),
  meio: axes(0.5, 0.5, 0.5, 0.5),
  meio_tambem: axes(0.5, 0.5, 0.5, -0.5),
  nada: axes(0, 1),
  contra: axes(-1),
  retirada: axes(1, 0.1),
}

beforeAll(async () => {
  stack = await shareTestStack()
  service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
  await stack.publish(
    Object.keys(VECTORS).map((uniqueId) =>
      anArticle({
        uniqueId,
        ...(/eixo|copia/.test(uniqueId) && { title: 'Mesmo título', content: 'Texto.' }),
      }),
    ),
  )
  for (const [uniqueId, vector] of Object.entries(VECTORS))
    await tables.articleEmbeddings.set(stack.db, { uniqueId }, { embedding: vector })
  await tables.articleEmbeddings.remove(stack.db, { uniqueId: 'nada' })
  await stack.publish([])
  await tables.articleEmbeddings.set(stack.db, { uniqueId: 'nada' }, { model: 'outro' })
  await tables.articles.set(stack.db, { uniqueId: 'retirada' }, { deletedAt: new Date() })
})
afterAll(() => stack.stop())

const similar = async (args: string): Promise<[string, number][]> => {
  const { similarArticles } = await service.query<{
    similarArticles: { uniqueId: string; similarity: number }[]
  }>(`{ similarArticles(${args}) { uniqueId similarity } }`)
  return similarArticles.map(({ uniqueId, similarity }) => [uniqueId, similarity])
}

describe('similarArticles', () => {
  it('returns articles above the threshold with their exact cosine, best first', async () => {
    expect(await similar('uniqueId: "eixo"')).toEqual([['igual', 1]])
    expect(await similar('uniqueId: "eixo", threshold: 0.5')).toEqual([['igual', 1]])
    expect(await similar('uniqueId: "eixo", threshold: 0.4999')).toEqual([
      ['igual', 1],
      ['meio', 0.5],
      ['meio_tambem', 0.5],
    ])
  })

  it('returns at most the requested number, five by default', async () => {
    expect(await similar('uniqueId: "eixo", threshold: -1, limit: 1')).toEqual([['igual', 1]])
    expect(await similar('uniqueId: "eixo", threshold: 0.5, limit: 1')).toEqual([['igual', 1]])
    expect(await similar('uniqueId: "eixo", threshold: -1, limit: 100000')).toHaveLength(3)
  })

  it('returns nothing for an unknown article or one without a vector of the configured model', async () => {
    expect(await similar('uniqueId: "nenhuma"')).toEqual([])
    expect(await similar('uniqueId: "nada", threshold: -1')).toEqual([])
  })

  it.each([
    ['threshold', 'uniqueId: "eixo", threshold: 1.01'],
    ['threshold', 'uniqueId: "eixo", threshold: -1.01'],
    ['limit', 'uniqueId: "eixo", limit: 0'],
    ['uniqueId', 'uniqueId: ""'],
  ])('refuses a wrong %s', async (argument, args) => {
    const { errors } = await service.ask(`{ similarArticles(${args}) { uniqueId } }`)
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
  })
})

describe('the cosines of stored vectors', () => {
  const all = Object.keys(VECTORS)
  const list = async (changes: object = {}, of = 'eixo') => {
    const request = { uniqueId: of, among: all, model: stack.model.name, threshold: -1, limit: 9 }
    return (await listSimilarities(stack.db, { ...request, ...changes })).map(({ uniqueId }) => uniqueId)
  }

  beforeAll(async () => {
    const day = (number: number) => new Date(`2026-05-0${number}T12:00:00Z`)
    // Of the articles with the same cosine, the first one by its id was written last.
    await tables.articles.set(stack.db, { uniqueId: 'meio_tambem' }, { publishedAt: day(2) })
    await tables.articles.set(stack.db, { uniqueId: 'meio' }, { publishedAt: day(2) })
  })

  it.each<[object, string[]]>([
    [{}, ['igual', 'meio', 'meio_tambem', 'contra']],
    [{ among: ['eixo', 'meio', 'nada', 'copia', 'retirada'] }, ['meio']],
    [{ threshold: 0.5 }, ['igual', 'meio', 'meio_tambem']],
    [{ threshold: 0.51 }, ['igual']],
    [{ limit: 2 }, ['igual', 'meio']],
    [{ model: 'outro' }, []],
  ])('with %j are those of %j', async (changes, ids) => {
    expect(await list(changes)).toEqual(ids)
  })

  it('of articles without a hash of their text are compared, but not with themselves', async () => {
    await tables.articles.set(stack.db, { uniqueId: ['meio', 'igual'] }, { contentHash: null })
    expect(await list({ threshold: 0.4 })).toEqual(['igual', 'meio', 'meio_tambem'])
    expect(await list({ threshold: 0.4 }, 'igual')).toEqual(expect.arrayContaining(['eixo', 'copia', 'meio']))
    expect(await list({}, 'igual')).not.toContain('igual')
  })

  it('that are equal are ordered by date, the latest first', async () => {
    const later = new Date('2026-05-03T12:00:00Z')
    await tables.articles.set(stack.db, { uniqueId: 'meio_tambem' }, { publishedAt: later })
    expect(await list({ threshold: 0.5 })).toEqual(['igual', 'meio_tambem', 'meio'])
  })
})
