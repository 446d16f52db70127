import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitEntity } from '@pauta/core/entities/split-entity'
import { mergeEntities } from '@pauta/core/entities/merge-entities'
import { allowPerson, removePerson } from '@pauta/core/removals/removed-people'
import { upsertFeatures } from '@pauta/core/features/features'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { startRun } from '../kit/workers/runs.ts'

let stack: SharedStack
let pipeline: Pipeline
beforeAll(async () => {
  stack = await shareTestStack({ retrySeconds: () => 0 })
  pipeline = openPipeline(stack)
})
afterAll(() => pipeline.cloud.close())

interface Found {
  text: string
  type: string
  canonical_id: string | null
}
const namesOf = async (uniqueId: string): Promise<Found[]> =>
  await eventually(async () => {
    const [row] = await stack.db<{ entities: Found[] }[]>`
      select features -> 'entities' as entities from article_features where unique_id = ${uniqueId}`
    if (!row) throw new Error(`${uniqueId} has no features`)
    return row.entities
  })
const idOf = async (uniqueId: string, name: string) =>
  (await namesOf(uniqueId)).find(({ text }) => text === name)?.canonical_id ?? null

/** Ingests an article of an agency, and waits for its features. */
async function publish(uniqueId: string, agencyKey: string, content: string): Promise<void> {
  await pipeline.ingest(anArticle({ uniqueId, agencyKey, content, publishedAt: '2026-03-01T12:00:00Z' }))
  await pipeline.settled()
}
/** Enriches articles again that became due. */
async function enrichAgain(...ids: string[]): Promise<void> {
  for (const uniqueId of ids)
    await tables.pipelineSteps.set(stack.db, { uniqueId, step: 'enrich' }, { dueAt: timeAgo(2, 'minute') })
  await (await startRun(stack, 'sweep')).until('succeeded')
  await pipeline.settled()
}

describe('people of one name', () => {
  const name = 'Rubens Valadares'
  const ibama = `Disse o diretor do Ibama, ${name}, nesta terça.`
  const bonito = `O prefeito de Cascavel, ${name}, assinou o termo.`

  it('with other offices in other organisations are two entities', async () => {
    await publish('homo_1', 'ibama', ibama)
    await publish('homo_2', 'cidades', bonito)
    expect(await idOf('homo_2', name)).toBeNull()
    await publish('homo_3', 'icmbio', ibama)
    await enrichAgain('homo_1')
    const director = await eventually(async () => {
      const id = await idOf('homo_1', name)
      expect(id).toMatch(/^dgb_/)
      return id
    })
    expect(await idOf('homo_3', name)).toBe(director)
    await publish('homo_4', 'transportes', bonito)
    const mayor = await idOf('homo_4', name)
    expect(mayor).toMatch(/^dgb_/)
    expect(mayor).not.toBe(director)
    const { entity } = await stack.query(
      `{ entity(id: "${mayor}") { canonicalName offices { office firstSeen } } }`,
    )
    expect(entity).toEqual({
      canonicalName: name,
      offices: [{ office: 'prefeito de Cascavel', firstSeen: '2026-03-01T12:00:00+00:00' }],
    })
  })

  it('without an office is neither of two', async () => {
    await publish('homo_5', 'saude', `Também falou ${name} na abertura.`)
    expect(await idOf('homo_5', name)).toBeNull()
  })

  it('is one again after a merge, with both offices', async () => {
    const [director, mayor] = [await idOf('homo_3', name), await idOf('homo_4', name)]
    await mergeEntities(stack.db, { fromId: mayor ?? '', intoId: director ?? '' })
    const { entity } = await stack.query(`{ entity(id: "${director}") { offices { office } } }`)
    expect(entity.offices).toHaveLength(2)
  })

  it('is split by office, and stays split when the article is enriched again', async () => {
    const whole = (await idOf('homo_3', name)) ?? ''
    expect(await idOf('homo_4', name)).toBe(whole)
    const { id, articles } = await splitEntity(stack.db, { entityId: whole, office: 'prefeito' })
    expect(articles).toBe(1)
    expect(await idOf('homo_4', name)).toBe(id)
    expect(await idOf('homo_3', name)).toBe(whole)
    await expect(splitEntity(stack.db, { entityId: whole, office: 'reitor' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    })
    await expect(splitEntity(stack.db, { entityId: 'Q404404404', office: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('a private person who asked to be removed', () => {
  const name = 'Marluce Teodora Vaz'
  const content = `A moradora ${name} contou que esperou dois anos.`

  it('leaves features and graph, and no later article names them', async () => {
    await publish('saida_1', 'mec', content)
    await publish('saida_2', 'saude', content)
    const id = await idOf('saida_2', name)
    expect(id).toMatch(/^dgb_/)
    const batches: string[] = []
    const removed = await removePerson(stack.db, id ?? '', {
      onBatch: async (ids) => {
        batches.push(...ids)
        return await Promise.resolve()
      },
    })
    expect(removed).toEqual({ articles: 1, entities: 1 })
    expect(batches).toEqual(['saida_2'])
    expect(await namesOf('saida_2')).toEqual([])
    expect(await stack.query(`{ entity(id: "${id}") { entityId } }`)).toEqual({ entity: null })
    await publish('saida_3', 'cultura', content)
    expect(await namesOf('saida_3')).toEqual([])
    const mention = [{ text: name.toUpperCase(), type: 'PER', canonical_id: id }]
    await upsertFeatures(stack.db, [{ uniqueId: 'saida_3', features: { entities: mention } }])
    expect(await namesOf('saida_3')).toEqual([])
  })

  it('is removed by the name alone, when one article names them', async () => {
    const other = 'Marluce Adelina Pontes'
    await publish('saida_4', 'mec', `A moradora ${other} contou que esperou.`)
    expect(await removePerson(stack.db, other.toUpperCase())).toEqual({ articles: 1, entities: 0 })
    expect(await namesOf('saida_4')).toEqual([])
    expect(await allowPerson(stack.db, other)).toBe(true)
    expect(await allowPerson(stack.db, other)).toBe(false)
  })

  it.each([
    ['Q404404404', 'NOT_FOUND'],
    ['Q155', 'BAD_USER_INPUT'],
    ['—', 'BAD_USER_INPUT'],
  ])('is refused for %s', async (who, code) => {
    await expect(removePerson(stack.db, who)).rejects.toMatchObject({ code })
  })
})
