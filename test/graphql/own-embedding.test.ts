import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { httpModel } from '@pauta/core/embeddings/http'
import { listDue } from '@pauta/core/steps/steps'
import { handler as embed } from '@pauta/functions/workers/embed/handler'
import { localHour } from '@pauta/platform/time/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { healthCommand, MAX_BATCH, MODEL, MODEL_NAME } from '../../stacks/embedding-container.ts'
import { deliver, stepMessage } from '../kit/workers/delivery.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { startTei, type TeiProcess } from '../kit/services/tei.ts'

/** The current hour. In the worker's settings the service sleeps now; queries use it at any time. */
const HOUR = localHour(new Date())

/** The settings by which a stage uses its own service. */
const choose = (url: string) =>
  ({
    kind: 'http',
    protocol: 'tei',
    url,
    model: MODEL_NAME,
    queryPrefix: MODEL.queryPrefix,
    passagePrefix: MODEL.passagePrefix,
    maxDistance: 0.7,
    sleep: { from: HOUR, to: (HOUR + 12) % 24 },
  }) as const

let service: TeiProcess
let stack: TestStack

beforeAll(async () => {
  service = await startTei()
  stack = await startTestStack({ embedding: choose(service.url) })
  await stack.publish([
    anArticle({
      uniqueId: 'bolsas_000001',
      title: 'Bolsas para estudantes',
      content: 'Edital. '.repeat(900),
    }),
    ...Array.from({ length: MAX_BATCH }, (_, place) =>
      anArticle({ uniqueId: `outra_00001${place}`, title: `Balança comercial ${place}`, content: 'Portos.' }),
    ),
  ])
})
afterAll(async () => {
  await stack.stop()
  await service.stop()
})

const isHealthy = (port: number) =>
  promisify(execFile)('bash', ['-c', healthCommand(port)]).then(
    () => true,
    () => false,
  )

describe('an embedding service in the network of the stage', () => {
  it('gets articles with their prefix, in batches of its size, at any length', () => {
    const articles = service.requests.flat()
    expect(articles.length).toBeGreaterThanOrEqual(MAX_BATCH + 1)
    expect(articles.every((text) => text.startsWith('passage: '))).toBe(true)
    expect(articles.some((text) => text.length > MODEL.tokens)).toBe(true)
    expect(Math.max(...service.requests.map((batch) => batch.length))).toBe(MAX_BATCH)
  })

  it('gets queries with their prefix, and searches find by meaning', async () => {
    const before = service.requests.length
    const { data, extensions } = await stack.ask(
      '{ search(query: "bolsas estudantes", semantic: true) { articles { uniqueId } } }',
    )
    expect(service.requests.slice(before)).toEqual([['query: bolsas estudantes']])
    expect(data.search.articles[0]).toEqual({ uniqueId: 'bolsas_000001' })
    expect(extensions['warnings']).toBeUndefined()
  })

  it('refuses a batch that is too large, which the client does not repeat', async () => {
    const texts = Array.from({ length: 8 }, () => 'texto')
    const refusing = await startTei(['--max-client-batch-size', '2'])
    try {
      const model = httpModel({ ...choose(refusing.url), token: '' })
      await expect(model.embed(texts, 'passage')).rejects.toThrow('the embedding service answered 413')
      expect(refusing.requests).toEqual([])
    } finally {
      await refusing.stop()
    }
  })

  it('is healthy for its container once the model is loaded, and not before or after', async () => {
    const loading = await startTei(['--loading'])
    try {
      expect(await isHealthy(loading.port)).toBe(false)
    } finally {
      await loading.stop()
    }
    expect(await isHealthy(service.port)).toBe(true)
    expect(await isHealthy(loading.port)).toBe(false)
  })

  it('leaves articles due while it sleeps, and fails no message', async () => {
    const uniqueId = 'noite_000001'
    await stack.write([anArticle({ uniqueId, title: 'Nota da noite', content: 'Texto.' })])
    const before = service.requests.length
    expect(await deliver(embed, [{ body: stepMessage(uniqueId) }])).toEqual([])
    expect(service.requests).toHaveLength(before)
    expect(await listDue(stack.db, 'embed', [uniqueId])).toHaveLength(1)
  })

  it('may be down: searches find by words, with a warning', async () => {
    await service.stop()
    const { data, errors, extensions } = await stack.ask(
      '{ search(query: "bolsas estudantes", semantic: true) { articles { uniqueId } } }',
    )
    expect(errors).toEqual([])
    expect(data.search.articles).toEqual([{ uniqueId: 'bolsas_000001' }])
    expect(extensions['warnings']).toEqual([
      expect.stringContaining('Busca semântica indisponível no momento'),
    ])
  })
})
