import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashingModel } from '@pauta/core/embeddings/hashing'
import { isLiveCurrent, syncIndex } from '@pauta/core/search-index/rebuild'
import { loadSampleData } from '@pauta/sample-data/load'
import { recordSample } from '@pauta/sample-data/sample-note'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

let stack: SharedStack
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-earlier-'))
  stack = await shareTestStack()
  await stack.publish([anArticle({ uniqueId: 'bolsas_000001', title: 'Bolsas para estudantes indígenas' })])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('rebuilds the index of a folder of an earlier version, once', async () => {
  const { db, index, model } = stack
  await recordSample(folder, { now: new Date().toISOString(), complete: true })
  await syncIndex(
    { db, index, model: { ...hashingModel, name: 'hashing-768-v1' }, now: () => new Date() },
    {},
  )
  expect(await isLiveCurrent(index, model.name)).toBe(false)
  const told: string[] = []
  const start = () =>
    loadSampleData({
      dataDir: folder,
      empty: false,
      now: new Date(),
      say: (text) => void told.push(text),
      describePerson: () => ({}),
    })

  expect(await start()).toBe(1)
  expect(await isLiveCurrent(index, model.name)).toBe(true)
  const document =
    '{ search(query: "bolsa estudante indígena", semantic: true, alpha: 1) { articles { uniqueId } } }'
  const { data, extensions } = await stack.ask(document)
  expect(data.search.articles).toEqual([{ uniqueId: 'bolsas_000001' }])
  expect(extensions['warnings']).toBeUndefined()
  expect(told).toEqual([expect.stringContaining('Building the index anew')])
  expect(await start()).toBe(1)
  expect(told).toHaveLength(1)
})
