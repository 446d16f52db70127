import { hashingModel } from '@pauta/core/embeddings/hashing'
import { newsCollection } from '@pauta/core/search-index/collection'
import { isLiveCurrent, syncIndex } from '@pauta/core/search-index/rebuild'
import { renewIndex } from '@pauta/server/lost-index'
import { beforeAll, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { addCollection } from '../kit/stack/stricter-index.ts'

const ID = 'bolsas_000001'
const FEED = '/feeds/articles.json'

let stack: SharedStack
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([anArticle({ uniqueId: ID, title: 'Bolsas para estudantes' })])
})

const readFeed = async () => {
  const answer = await stack.fetch(FEED)
  const { items = [] } = (await answer.json()) as { items?: { id: string }[] }
  return { status: answer.status, ids: items.map(({ id }) => id) }
}

/** Runs a start's work on the index twice: the second one finds nothing to do. Returns what it said. */
async function renewTwice(): Promise<string[]> {
  const told: string[] = []
  for (let start = 0; start < 2; start++) await renewIndex((text) => void told.push(text))
  return told
}

it('a start builds the index of an earlier version anew, so that feeds answer', async () => {
  const { index, model } = stack
  const earlier = newsCollection(`${index.alias}_earlier`, model.name)
  const fields = earlier.fields.filter(({ name }) => name !== 'story_id')
  await addCollection(stack, { ...earlier, fields })
  await index.pointAlias(earlier.name)
  expect((await readFeed()).status).toBe(503)

  expect(await renewTwice()).toEqual([expect.stringContaining('of an earlier version')])
  expect(await readFeed()).toEqual({ status: 200, ids: [`urn:pauta:article:${ID}`] })
})

it('a start builds an index with vectors of another model anew', async () => {
  const { db, index, model } = stack
  const other = { ...hashingModel, name: 'hashing-768-v1' }
  await syncIndex({ db, index, model: other, now: () => new Date() }, {})

  expect(await renewTwice()).toEqual([expect.stringContaining('another embedding model')])
  expect(await isLiveCurrent(index, model.name)).toBe(true)
})

it('a start fills an index that lacks documents', async () => {
  await stack.index.remove([ID])

  expect(await renewTwice()).toEqual([expect.stringContaining('lacks 1 articles')])
  expect((await readFeed()).ids).toHaveLength(1)
})
