import { addEntity } from '@pauta/core/entities/naming'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../kit/runner/eventually.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { startRun } from '../kit/workers/runs.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

interface Found {
  text: string
  type: string
  canonical_id: string | null
}

let stack: SharedStack
let pipeline: Pipeline
beforeAll(async () => {
  stack = await shareTestStack({ retrySeconds: () => 0 })
  pipeline = openPipeline(stack)
})
afterAll(() => pipeline.cloud.close())

/** The names of an article with their ids, once it is enriched. */
async function namesOf(uniqueId: string): Promise<Found[]> {
  return await eventually(async () => {
    const [row] = await stack.db<{ entities: Found[] }[]>`
      select features -> 'entities' as entities from article_features where unique_id = ${uniqueId}`
    if (!row) throw new Error(`${uniqueId} has no features`)
    return row.entities
  })
}
const idOf = async (uniqueId: string, name: string) =>
  (await namesOf(uniqueId)).find(({ text }) => text === name)?.canonical_id
const searchFor = async (query: string) =>
  (
    await stack.query<{ entitySearch: { canonicalName: string; type: string; articleCount: number }[] }>(
      `{ entitySearch(query: "${query}") { canonicalName type articleCount } }`,
    )
  ).entitySearch

describe('a person whom no registry knows', () => {
  const name = 'Hildegarda Pacobahyba Xavier'
  const content = `A pesquisadora ${name} apresentou o estudo em Caruaru (PE). “É um avanço”, disse Xavier.`

  it('is a word in one article, and an entity of both with the second', async () => {
    await pipeline.ingest(anArticle({ uniqueId: 'nomes_1', agencyKey: 'mec', content }))
    expect(await idOf('nomes_1', name)).toBeNull()
    expect(await searchFor(name)).toEqual([])
    await pipeline.ingest(anArticle({ uniqueId: 'nomes_2', agencyKey: 'saude', content }))
    await pipeline.settled()
    const id = await idOf('nomes_2', name)
    expect(id).toMatch(/^dgb_[0-9A-HJKMNP-TV-Z]{26}$/)
    const step = { uniqueId: 'nomes_1', step: 'enrich' }
    await tables.pipelineSteps.set(stack.db, step, { dueAt: timeAgo(2, 'minute') })
    await (await startRun(stack, 'sweep')).until('succeeded')
    await eventually(async () => expect(await idOf('nomes_1', name)).toBe(id))
    await eventually(async () =>
      expect(await searchFor(name)).toMatchObject([{ canonicalName: name, type: 'PER' }]),
    )
    expect(await stack.db`select from name_sightings where unique_id in ('nomes_1', 'nomes_2')`).toHaveLength(
      0,
    )
  })

  it('keeps that entity in later articles', async () => {
    const id = await idOf('nomes_2', name)
    await pipeline.ingest(anArticle({ uniqueId: 'nomes_3', agencyKey: 'cultura', content }))
    expect(await idOf('nomes_3', name)).toBe(id)
  })
})

it('an entity of an operator is found by its name', async () => {
  const known = 'Instituto Sertanejo de Energia Limpa'
  const id = await addEntity(stack.db, { canonicalName: known, type: 'ORG', aliases: [] })
  const content = `O ${known} (ISEL) abriu uma usina. O ISEL contrata.`
  await pipeline.ingest(anArticle({ uniqueId: 'nomes_4', content }))
  expect(await namesOf('nomes_4')).toMatchObject([{ text: known, type: 'ORG', canonical_id: id }])
})

it('a name of two entities names neither', async () => {
  const name = 'Rute Albuquerque Sena'
  for (const _ of [1, 2]) await addEntity(stack.db, { canonicalName: name, type: 'PER', aliases: [] })
  await tables.entities.set(stack.db, { canonicalName: name }, { source: 'features' })
  await pipeline.ingest(anArticle({ uniqueId: 'nomes_5', content: `A ministra ${name} falou.` }))
  expect(await idOf('nomes_5', name)).toBeNull()
})

it('a municipality has the id of its code', async () => {
  await pipeline.ingest(anArticle({ uniqueId: 'nomes_6', content: 'A feira de Caruaru (PE) abriu.' }))
  expect(await namesOf('nomes_6')).toMatchObject([
    { text: 'Caruaru', type: 'LOC', canonical_id: 'dgb_01KBBKB1700000000002604106' },
  ])
  expect((await searchFor('Caruaru'))[0]).toMatchObject({ canonicalName: 'Caruaru', type: 'LOC' })
})
