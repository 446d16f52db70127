import { listSourceTexts, storeFeatures } from '@pauta/core/features/derived'
import { upsertFeatures } from '@pauta/core/features/features'
import { seedRegistry } from '@pauta/core/entities/registry'
import { handleStep, type StepDependencies } from '@pauta/core/steps/run-step'
import { listDue } from '@pauta/core/steps/steps'
import { enrichArticle } from '@pauta/enrichment/enrich'
import { handler, makeHandler } from '@pauta/functions/workers/enrich/handler'
import { cacheRegistry } from '@pauta/functions/workers/enrich/registry'
import { loadConfig } from '@pauta/platform/config/config'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver, stepMessage } from '../kit/workers/delivery.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables } from '../kit/rows/tables.ts'

/** Every step is done once; the index step also for the features, the theme and the embedding. */
const DONE = { embed: 'done 1', enrich: 'done 1', index: 'done 3' }
const CONTENT =
  'A [Anvisa](https://www.gov.br/anvisa) aprovou em Manaus (AM) uma vacina nova e gratuita.\n\n' +
  'A medida segue a Lei nº 6.360/1976 e amplia a proteção de 30 mil crianças, com apoio do SUS.'

let stack: SharedStack
let pipeline: Pipeline

const retrySeconds = () => 0

beforeAll(async () => {
  stack = await shareTestStack({ retrySeconds })
  pipeline = openPipeline(stack)
})
afterAll(() => pipeline.cloud.close())

const findStep = async (uniqueId: string, step = 'enrich') => {
  const [row] = await stack.db`
    select status, attempts, error from pipeline_steps where unique_id = ${uniqueId} and step = ${step}`
  return row
}
const features = async (uniqueId: string) => {
  const [row] = await stack.db<{ features: Record<string, unknown> }[]>`
    select features from article_features where unique_id = ${uniqueId}`
  return row?.features
}
const eventsOf = async (topic: string, uniqueId: string) => {
  const keys = await pipeline.cloud.listKeys(`bronze/${topic}/`)
  const events = await Promise.all(keys.map(async (key) => ({ key, text: await pipeline.cloud.read(key) })))
  return events.filter(({ text }) => text.includes(`"${uniqueId}"`))
}
const found = async (filter: string) =>
  (await stack.query<{ articles: { found: number } }>(`{ articles(filter: { ${filter} }) { found } }`))
    .articles.found

describe('a new article', () => {
  it('leaves an event for each step', async () => {
    const id = 'eventos_000001'
    await pipeline.ingest(
      anArticle({ uniqueId: id, summary: 'Resumo.', themeL1Code: '03', themeL1Label: 'S' }),
    )
    const [enriched, ...others] = await eventsOf('news.enriched', id)
    expect(others).toEqual([])
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+00:00$/) as string
    expect(JSON.parse(enriched?.text ?? '')).toMatchObject({
      type: 'news.enriched',
      subject: id,
      data: { unique_id: id, enriched_at: instant, most_specific_theme_code: '03', has_summary: true },
    })
    const [embedded] = await eventsOf('news.embedded', id)
    expect(JSON.parse(embedded?.text ?? '')).toMatchObject({
      type: 'news.embedded',
      data: { unique_id: id, embedded_at: instant, embedding_dim: 768 },
    })
  })
})

describe('an article that arrives again', () => {
  it('unchanged publishes nothing, and a second message publishes nothing either', async () => {
    // A text of its own: copies of other articles would be written to the index again with their story.
    const article = anArticle({ uniqueId: 'igual_000001', content: 'A Anvisa publicou hoje uma norma.' })
    await pipeline.ingest(article)
    const [event] = await eventsOf('news.enriched', 'igual_000001')
    await pipeline.cloud.put(event?.key ?? '', '"igual_000001" as it was')
    await pipeline.ingest(article, article)
    const messages = [1, 2, 3].map(() => stepMessage('igual_000001'))
    await pipeline.cloud.send(pipeline.enrichQueue, ...messages)
    await pipeline.settled()
    expect(await pipeline.cloud.read(event?.key ?? '')).toBe('"igual_000001" as it was')
    expect(await pipeline.steps('igual_000001')).toEqual(DONE)
  })

  it('with another text gets other features and keeps those that others added', async () => {
    const id = 'mudada_000001'
    const article = anArticle({
      uniqueId: id,
      content: 'O SUS amplia hoje a vacinação em Manaus (AM).',
      extractedAt: '2026-06-01T16:00:00Z',
    })
    await pipeline.ingest(article)
    await upsertFeatures(stack.db, [{ uniqueId: id, features: { view_count: 7 } }])
    await pipeline.ingest({ ...article, content: 'Só isto.', extractedAt: '2026-06-01T17:00:00Z' })
    expect(await features(id)).toMatchObject({
      view_count: 7,
      word_count: 2,
      readability_flesch: null,
      entities: [],
    })
    // Every step is done once more; the index step for the row, the views, the features, the theme and the embedding.
    expect(await pipeline.steps(id)).toEqual({ embed: 'done 2', enrich: 'done 2', index: 'done 7' })
    await pipeline.ingest({ ...article, content: null, extractedAt: '2026-06-01T18:00:00Z' })
    expect(await pipeline.steps(id)).toEqual({ embed: 'done 2', enrich: 'done 2', index: 'done 7' })
  })

  it('during its enrichment gets nothing from its older text', async () => {
    const id = 'corrida_000001'
    await stack.write([anArticle({ uniqueId: id, content: CONTENT })])
    const [step] = await listDue(stack.db, 'enrich', [id])
    const older = { uniqueId: id, version: step?.version ?? 0, features: { word_count: 1 } }
    await stack.write([anArticle({ uniqueId: id, content: 'Outro texto.' })])
    expect(await storeFeatures(stack.db, [older])).toEqual([])
    expect(await features(id)).toBeUndefined()
    expect(await pipeline.steps(id)).toMatchObject({ enrich: 'due 2' })
    const newer = { ...older, version: 2, features: { word_count: 2 } }
    expect(await storeFeatures(stack.db, [newer])).toEqual([id])
    expect(await storeFeatures(stack.db, [{ ...newer, features: { word_count: 3 } }])).toEqual([])
    expect(await features(id)).toEqual({ word_count: 2 })
  })
})

describe('the registry', () => {
  it('decides which entities texts are searched for, including entities that join it within a minute', async () => {
    const held = cacheRegistry()
    const at = (seconds: number) => new Date(1_780_000_000_000 + seconds * 1000)
    const article = {
      title: 'Visita',
      content: 'O professor Davi Amaral Cordeiro visitou Manaus (AM).',
      imageUrl: null,
      videoUrl: null,
      publishedAt: at(0),
      agencyKey: 'mec',
    }
    const entity = {
      id: 'dgb_01KBBKB8020000000000000000',
      canonicalName: 'Davi Amaral Cordeiro',
      type: 'PER' as const,
    }
    const findIds = async (seconds: number) =>
      enrichArticle(article, await held.get(stack.db, at(seconds))).entities.flatMap(
        (found) => found.canonical_id ?? [],
      )
    expect(await findIds(0)).toEqual(['Q40236'])
    await seedRegistry(stack.db, [{ ...entity, aliases: [] }])
    expect(await findIds(59)).toEqual(['Q40236'])
    expect(await findIds(60)).toEqual([entity.id, 'Q40236'])
    const before = await held.get(stack.db, at(120))
    expect(await held.get(stack.db, at(180))).toBe(before)
    await tables.entities.remove(stack.db, { entityId: entity.id })
    expect(await findIds(240)).toEqual(['Q40236'])
  })

  it('links an enriched article to its entities', async () => {
    const id = 'ligada_000001'
    await pipeline.ingest(anArticle({ uniqueId: id, content: CONTENT, themeL1Code: '03' }))
    const mentions = await stack.db`
      select e.canonical_name, m.mentions, m.agency_key, m.sentiment_score > 0 as positive
      from article_entities m join entities e using (entity_id)
      where m.unique_id = ${id} order by m.mentions desc, e.canonical_name`
    expect(mentions).toEqual([
      {
        canonicalName: 'Agência Nacional de Vigilância Sanitária',
        mentions: 1,
        agencyKey: 'mec',
        positive: true,
      },
      { canonicalName: 'Manaus', mentions: 1, agencyKey: 'mec', positive: true },
      { canonicalName: 'Sistema Único de Saúde', mentions: 1, agencyKey: 'mec', positive: true },
    ])
    const [metrics] = await stack.db`
      select day::text, theme_l1_code, sentiment_label, word_count from article_metrics where unique_id = ${id}`
    expect(metrics).toEqual({
      day: '2026-06-01',
      themeL1Code: '03',
      sentimentLabel: 'positive',
      wordCount: 31,
    })
  })
})

describe('a failure of the enrichment', () => {
  it('between the write and the event is repaired when the message comes again', async () => {
    const id = 'interrompida_000001'
    await stack.write([anArticle({ uniqueId: id, content: CONTENT })])
    const due = await listDue(stack.db, 'enrich', [id])
    await storeFeatures(
      stack.db,
      due.map((step) => ({ ...step, features: { word_count: 9 } })),
    )
    expect(await deliver(handler, [{ body: stepMessage(id) }])).toEqual([])
    expect(await eventsOf('news.enriched', id)).toEqual([])
    expect(await deliver(handler, [{ body: stepMessage(id), receiveCount: 2 }])).toEqual([])
    await pipeline.settled()
    expect(await eventsOf('news.enriched', id)).toHaveLength(1)
    expect(await pipeline.steps(id)).toEqual(DONE)
  })

  it('before the event is stored is repaired even if later steps are done, and sends no message', async () => {
    const id = 'interrompida_000002'
    await stack.write([anArticle({ uniqueId: id, content: CONTENT })])
    const due = await listDue(stack.db, 'enrich', [id])
    await storeFeatures(
      stack.db,
      due.map((step) => ({ ...step, features: { word_count: 9 } })),
    )
    await tables.pipelineSteps.set(stack.db, { uniqueId: id }, { status: 'done' })
    expect(await deliver(handler, [{ body: stepMessage(id), receiveCount: 2 }])).toEqual([])
    await pipeline.settled()
    expect(await eventsOf('news.enriched', id)).toHaveLength(1)
    expect(await pipeline.document(id)).toBeNull()
  })

  it('with one article fails only its message, and independent steps continue', async () => {
    const [good, bad] = ['boa_000001', 'veneno_000001']
    await stack.write([anArticle({ uniqueId: good }), anArticle({ uniqueId: bad, title: 'Veneno' })])
    const failing = makeHandler((article, registry) => {
      if (article.title === 'Veneno') throw new Error('no words for it')
      return enrichArticle(article, registry)
    })
    const batch = [
      { body: stepMessage(bad) },
      { body: stepMessage(good) },
      { body: 'no JSON' },
      { body: stepMessage(bad) },
    ]
    expect(await deliver(failing, batch)).toEqual([0, 2, 3])
    expect(await findStep(bad)).toEqual({ status: 'failed', attempts: 1, error: 'Error: no words for it' })
    await pipeline.settled()
    expect(await pipeline.steps(good)).toEqual(DONE)
    expect(await pipeline.steps(bad)).toEqual({ embed: 'done 1', enrich: 'failed 1', index: 'done 2' })
    expect(await pipeline.document(bad)).toMatchObject({ title: 'Veneno', features: null })
    // The message comes back, and then the worker succeeds.
    expect(await deliver(handler, [{ body: stepMessage(bad), receiveCount: 2 }])).toEqual([])
    await pipeline.settled()
    expect(await findStep(bad)).toMatchObject({ status: 'done', error: null })
    expect(await pipeline.steps(bad)).toEqual(DONE)
  })

  it('with the store affects no other article', async () => {
    const [good, bad] = ['boa_000002', 'veneno_000002']
    await stack.write([anArticle({ uniqueId: good }), anArticle({ uniqueId: bad, title: 'Veneno' })])
    const failing = makeHandler((article, registry) => {
      const features = enrichArticle(article, registry)
      // PostgreSQL stores no NUL in JSON, so it refuses the whole batch.
      return article.title === 'Veneno' ? { ...features, note: 'a\u0000b' } : features
    })
    expect(await deliver(failing, [{ body: stepMessage(good) }, { body: stepMessage(bad) }])).toEqual([1])
    await pipeline.settled()
    expect(await findStep(good)).toMatchObject({ status: 'done' })
    expect(await findStep(bad)).toMatchObject({ status: 'failed', attempts: 1 })
    expect(await findStep(bad, 'embed')).toMatchObject({ status: 'done' })
  })

  it('with an unreadable message ends in the dead-letter queue', async () => {
    const poison = [
      'no JSON',
      '{}',
      '{"type":"news.lost","subject":"x"}',
      '{"type":"news.scraped","subject":""}',
    ]
    await pipeline.cloud.send(pipeline.enrichQueue, ...poison, stepMessage('nowhere_000001'))
    await pipeline.settled()
    const dead = await pipeline.cloud.drain(stack.stack.queueUrl('enrich-dlq'))
    expect(dead.sort()).toEqual(poison.sort())
  })
})

it.each([
  ['of failed articles alone', 'falha_000001', ['failed falha_000001']],
  ['of nothing, when a batch has no work', 'nowhere_000001', []],
])('a step tells later ones %s', async (_, id, expected) => {
  await stack.write([anArticle({ uniqueId: 'falha_000001' })])
  const told: string[] = []
  const handle = handleStep<StepDependencies>({
    step: 'enrich',
    topic: 'news.enriched',
    work: async () => Promise.reject(new Error('no words for it')),
    listEvents: async () => [],
    onPublished: async (events) => void told.push(`published ${events.length}`),
    onFailed: async (ids) => void told.push(`failed ${ids.join()}`),
  })
  const config = loadConfig('storage', 'embedQueue', 'indexQueue')
  const stores = { db: stack.db, storage: connectStorage(config.storage), queues: connectQueues() }
  const message = { id: 'm', body: stepMessage(id), receiveCount: 1, sentAt: new Date() }
  const logger = createLogger({ level: 'silent', fields: {} })
  await handle({ messages: [message], dependencies: { ...stores, config }, logger, now: new Date() })
  expect(told).toEqual(expected)
})

it('runs the same number of statements for one article and for ten', async () => {
  const ids = Array.from({ length: 11 }, (_, n) => `conta_0000${10 + n}`)
  await stack.write(ids.map((uniqueId) => anArticle({ uniqueId, content: CONTENT })))
  await pipeline.settled()
  // Without its queues the worker stops after its last request and sends no message.
  stack.gates.aws.close()
  const questions = async (batch: readonly string[]) => {
    // Each environment reads the registry once. A warm one would read its state again whenever a minute has passed.
    const coldHandler = makeHandler(enrichArticle)
    stack.gates.database.take()
    await expect(
      deliver(
        coldHandler,
        batch.map((id) => ({ body: stepMessage(id) })),
      ),
    ).rejects.toThrow(/socket hang up|ECONN|closed/)
    return stack.gates.database.take().length
  }
  const one = await questions(ids.slice(0, 1))
  const ten = await questions(ids.slice(1))
  stack.gates.aws.open()
  expect(one).toBeGreaterThan(5)
  expect(ten).toBe(one)
  expect((await listSourceTexts(stack.db, ids)).length).toBe(11)
  expect(await stack.db`select 1 from article_features where unique_id like 'conta_%'`).toHaveLength(11)
})

describe('an article of workers that wait for fuller batches, as in the cloud', () => {
  beforeAll(async () => {
    stack = await shareTestStack({ retrySeconds, batchWindowSeconds: undefined })
  })

  it('is searchable, and soon after by its features too', async () => {
    const id = 'vacina_000001'
    await pipeline.cloud.send(
      pipeline.ingestQueue,
      anArticle({ uniqueId: id, title: 'Anvisa aprova vacina', content: CONTENT }),
    )
    await expect.poll(() => pipeline.document(id)).not.toBeNull()
    await expect.poll(() => found('entities: ["Anvisa"], sentiment: ["positive"]')).toBe(1)
    await pipeline.settled()
    expect(await pipeline.steps(id)).toEqual(DONE)
    const { article } = await stack.query(
      `query ($id: String!) { article(uniqueId: $id) { content features { wordCount readabilityFlesch
        entities { text type count canonicalId salience } contentAnnotations { start end text type } } } }`,
      { id },
    )
    expect(article.features).toMatchObject({
      wordCount: 31,
      readabilityFlesch: expect.any(Number) as number,
      entities: [
        { text: 'Anvisa', type: 'ORG', count: 2, canonicalId: expect.stringMatching(/^dgb_/) as string },
        { text: 'Manaus', type: 'LOC', canonicalId: 'Q40236' },
        { text: 'Lei nº 6.360/1976', type: 'LAW', canonicalId: null },
        { text: 'SUS', type: 'ORG' },
      ],
    })
    expect(article.features.contentAnnotations.length).toBeGreaterThan(3)
    for (const { start, end, text } of article.features.contentAnnotations)
      expect(article.content.slice(start, end)).toBe(text)
  })
})
