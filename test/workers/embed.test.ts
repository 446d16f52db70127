import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { storeEmbeddings } from '@pauta/core/features/derived'
import { embeddingText } from '@pauta/core/embeddings/embedding-model'
import { hashText } from '@pauta/core/embeddings/hashing'
import { listDue } from '@pauta/core/steps/steps'
import { handler } from '@pauta/functions/workers/embed/handler'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliver, stepMessage } from '../kit/workers/delivery.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { startGate, type Gate } from '../kit/relays/gate.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { startDatabaseCounter, type ReadCounter } from '../kit/relays/read-counter.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const MODEL = 'modelo-768'

let stack: TestStack
let pipeline: Pipeline
let service: Server
let gates: { service: Gate; aws: Gate }
let counter: ReadCounter
/** Texts of every request to the service. */
let requests: string[][] = []
/** While undefined, failed messages stay hidden. */
let retrySeconds: number | undefined

/** A service that refuses a request with a text about poison. */
function startService(): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { texts } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { texts: string[] }
      requests.push(texts)
      if (texts.some((text) => text.includes('Veneno'))) response.writeHead(422).end()
      else response.end(JSON.stringify({ embeddings: texts.map((text) => [...hashText(text)]) }))
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

beforeAll(async () => {
  service = await startService()
  gates = { service: await startGate(), aws: await startGate() }
  gates.service.leadTo((service.address() as AddressInfo).port)
  counter = await startDatabaseCounter()
  stack = await startTestStack({
    gates: { aws: gates.aws, database: counter },
    embedding: { kind: 'http', url: `http://127.0.0.1:${gates.service.port}/embed`, model: MODEL },
    retrySeconds: () => retrySeconds,
  })
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
  await Promise.all([gates.service.stop(), gates.aws.stop(), counter.stop()])
  service.close()
})
beforeEach(() => {
  requests = []
})

const embedding = async (uniqueId: string) => {
  const [row] = await stack.db<{ model: string; current: boolean; embedding: string }[]>`
    select e.model, e.content_hash is not distinct from a.content_hash as current, e.embedding::text as embedding
    from article_embeddings e join articles a using (unique_id) where unique_id = ${uniqueId}`
  return row && { ...row, embedding: JSON.parse(row.embedding) as number[] }
}
const findStep = async (uniqueId: string) => {
  const [row] = await stack.db`
    select status, attempts, error from pipeline_steps where unique_id = ${uniqueId} and step = 'embed'`
  return row
}
const isNear = (vector: readonly number[] | undefined, text: string) =>
  hashText(text).every((value, place) => Math.abs(value - (vector?.[place] ?? NaN)) < 1e-6)

describe('the embed worker', () => {
  it('stores the vector of title, summary and text under the name of its model, within 15 s', async () => {
    const words = { title: 'Jabuti volta ao mato', summary: 'Um resumo.', content: 'O texto do jabuti.' }
    const article = anArticle({ uniqueId: 'vetor_000001', ...words })
    await pipeline.cloud.send(pipeline.ingestQueue, article)
    await expect.poll(() => embedding('vetor_000001')).toBeDefined()
    await pipeline.settled()
    const stored = await embedding('vetor_000001')
    expect(stored).toMatchObject({ model: MODEL, current: true })
    expect(isNear(stored?.embedding, embeddingText(words))).toBe(true)
    expect(await pipeline.steps('vetor_000001')).toEqual({
      embed: 'done 1',
      enrich: 'done 1',
      index: 'done 3',
    })
    const { search } = await stack.query(
      '{ search(query: "jabuti no mato", semantic: true, alpha: 1) { articles { uniqueId } } }',
    )
    expect(search.articles[0]).toEqual({ uniqueId: 'vetor_000001' })
  })

  it('calls the service once for a batch, and never for a duplicate', async () => {
    const ids = Array.from({ length: 9 }, (_, n) => `lote_00000${n}`)
    await stack.write(ids.map((uniqueId) => anArticle({ uniqueId })))
    const batch = [...ids, ...ids].map((id) => ({ body: stepMessage(id) }))
    expect(await deliver(handler, batch)).toEqual([])
    expect(requests.map((texts) => texts.length)).toEqual([9])
    expect(await deliver(handler, batch)).toEqual([])
    expect(requests).toHaveLength(1)
  })

  it('computes a new vector for a changed text, and drops the vector of the old one', async () => {
    const id = 'mudada_000001'
    await pipeline.ingest(anArticle({ uniqueId: id, title: 'A', content: 'Antes.' }))
    await stack.write([anArticle({ uniqueId: id, title: 'A', content: 'Depois.' })])
    const late = { uniqueId: id, version: 1, contentHash: 'x', vector: hashText('Antes') }
    expect(await storeEmbeddings(stack.db, MODEL, [late])).toEqual([])
    expect(await embedding(id)).toMatchObject({ current: false })
    await pipeline.cloud.send(pipeline.enrichQueue, stepMessage(id))
    await pipeline.settled()
    expect(await embedding(id)).toMatchObject({ current: true })
    expect(isNear((await embedding(id))?.embedding, 'A\nDepois.')).toBe(true)
    expect(await findStep(id)).toEqual({ status: 'done', attempts: 0, error: null })
  })

  it('computes no vector for an article that was taken down', async () => {
    const id = 'retirada_000001'
    await stack.write([anArticle({ uniqueId: id })])
    await tables.articles.set(stack.db, { uniqueId: id }, { deletedAt: new Date() })
    expect(await deliver(handler, [{ body: stepMessage(id) }])).toEqual([])
    expect(requests).toEqual([])
    expect(await embedding(id)).toBeUndefined()
    expect(await findStep(id)).toMatchObject({ status: 'done' })
  })
})

describe('a failure of the embedding', () => {
  it('of the service delays no article, and is repaired when the service is back', async () => {
    const id = 'espera_000001'
    gates.service.close()
    await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: id, title: 'Tatu espera vetor' }))
    await expect.poll(() => pipeline.document(id)).not.toBeNull()
    await expect.poll(async () => (await findStep(id))?.['status']).toBe('failed')
    expect((await findStep(id))?.['error']).toMatch(/embedding.*fetch failed/)
    const { search } = await stack.query('{ search(query: "tatu vetor") { articles { uniqueId } } }')
    expect(search.articles).toEqual([{ uniqueId: id }])
    expect(await pipeline.steps(id)).toMatchObject({ enrich: 'done 1', embed: 'failed 1' })
    gates.service.open()
    retrySeconds = 0
    await pipeline.cloud.returnHeld(pipeline.embedQueue)
    await pipeline.settled()
    expect(await embedding(id)).toBeDefined()
    expect(await pipeline.steps(id)).toEqual({ embed: 'done 1', enrich: 'done 1', index: 'done 3' })
    expect(await pipeline.cloud.drain(stack.stack.queueUrl('embed-dlq'))).toEqual([])
  })

  it('with one text, or with an unreadable message, affects no other item and is logged', async () => {
    const [good, bad] = ['boa_000001', 'veneno_000001']
    await pipeline.cloud.send(pipeline.embedQueue, 'no JSON', stepMessage('nowhere_000001'))
    await pipeline.ingest(anArticle({ uniqueId: good }), anArticle({ uniqueId: bad, title: 'Veneno' }))
    expect(await embedding(good)).toBeDefined()
    expect(await findStep(bad)).toEqual({
      status: 'failed',
      attempts: 5,
      error: expect.stringContaining('the embedding service answered 422') as string,
    })
    expect(await pipeline.document(bad)).toMatchObject({ title: 'Veneno' })
    const dead = await pipeline.cloud.drain(stack.stack.queueUrl('embed-dlq'))
    const subjects = dead.map((body) =>
      body === 'no JSON' ? body : (JSON.parse(body) as { subject: string }).subject,
    )
    expect(subjects.toSorted()).toEqual(['no JSON', bad])
  })

  it('between the write and the event is repaired when the message comes again', async () => {
    const id = 'interrompida_000001'
    await stack.write([anArticle({ uniqueId: id })])
    const due = await listDue(stack.db, 'embed', [id])
    await storeEmbeddings(
      stack.db,
      MODEL,
      due.map((step) => ({ ...step, contentHash: null, vector: hashText('x') })),
    )
    expect(await deliver(handler, [{ body: stepMessage(id) }])).toEqual([])
    expect(await pipeline.steps(id)).toMatchObject({ embed: 'done 1', index: 'due 2' })
    expect(await deliver(handler, [{ body: stepMessage(id), receiveCount: 2 }])).toEqual([])
    await pipeline.settled()
    expect(await pipeline.steps(id)).toMatchObject({ embed: 'done 1', index: 'done 2' })
    expect(requests).toEqual([])
  })
})

it('runs the same number of statements for one article and for ten', async () => {
  const ids = Array.from({ length: 11 }, (_, n) => `conta_00000${n}`)
  await stack.write(ids.map((uniqueId) => anArticle({ uniqueId })))
  await deliver(handler, [{ body: stepMessage('nowhere_000001') }])
  // Without its queue the worker stops after its last request and sends no message.
  gates.aws.close()
  const questions = async (batch: readonly string[]) => {
    counter.take()
    const deliveries = batch.map((id) => ({ body: stepMessage(id) }))
    await expect(deliver(handler, deliveries)).rejects.toThrow(/socket hang up|ECONN|closed/)
    return counter.take().length
  }
  const one = await questions(ids.slice(0, 1))
  const ten = await questions(ids.slice(1))
  gates.aws.open()
  expect(one).toBeGreaterThan(5)
  expect(ten).toBe(one)
  expect(await embedding('conta_000009')).toBeDefined()
})
