import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../support/factories.ts'
import { startGate, type Gate } from '../support/gate.ts'
import { openPipeline, type Pipeline } from '../support/ingest.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let pipeline: Pipeline
let gates: { database: Gate; aws: Gate }

beforeAll(async () => {
  gates = { database: await startGate(), aws: await startGate() }
  stack = await startTestStack({ gates, visibilityTimeoutSeconds: 3 })
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
  await Promise.all([gates.database.stop(), gates.aws.stop()])
})

const deadLetters = () => pipeline.cloud.drain(stack.stack.queueUrl('news-ingest-dlq'))

describe('a message that fails', () => {
  it('ends in the dead-letter queue if it can never succeed, and the rest of its batch is stored', async () => {
    const good = [anArticle(), anArticle(), anArticle()]
    const padded = { ...anArticle(), padding: 'x'.repeat(8 * 1024 * 1024) }
    await pipeline.cloud.put('ingest/huge.json', JSON.stringify(padded))
    const poison = [
      'no JSON',
      '[]',
      JSON.stringify({ ...anArticle(), url: undefined }),
      JSON.stringify({ ...anArticle(), agencyKey: ' ' }),
      JSON.stringify({ ...anArticle(), agencyKey: '__proto__' }),
      JSON.stringify({ ...anArticle(), agencyKey: '`]||<b>' }),
      JSON.stringify({ ...anArticle(), publishedAt: '31/12/2026' }),
      JSON.stringify({ ...anArticle(), publishedAt: '0026-06-01T12:00:00Z' }),
      JSON.stringify({ objectKey: 'ingest/nowhere.json' }),
      JSON.stringify({ objectKey: 'ingest/huge.json' }),
    ]
    await pipeline.cloud.send(pipeline.ingestQueue, ...good, ...poison)
    for (const { uniqueId } of good) {
      await expect.poll(() => pipeline.document(String(uniqueId))).not.toBeNull()
    }
    await pipeline.settled()
    expect((await deadLetters()).sort()).toEqual(poison.sort())
    const [count] = await stack.db`select count(*)::int as articles from articles`
    expect(count).toEqual({ articles: 3 })
  })

  it('between the commit and the wake-up is repaired when it comes again', async () => {
    const id = 'interrompida_000001'
    gates.aws.close()
    await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: id }))
    await expect.poll(() => pipeline.row(id)).toBeDefined()
    const before = await pipeline.row(id)
    expect(await pipeline.rawEvents(id)).toEqual([])
    gates.aws.open()
    await expect.poll(() => pipeline.document(id)).not.toBeNull()
    await pipeline.settled()
    const [key = '', ...others] = await pipeline.rawEvents(id)
    expect(others).toEqual([])
    expect(await pipeline.steps(id)).toEqual({ embed: 'done 1', enrich: 'done 1', index: 'done 3' })
    // The event has the row of the first attempt.
    const { time } = JSON.parse(await pipeline.cloud.read(key)) as { time: string }
    expect(new Date(time)).toEqual(before?.['updatedAt'])
    expect(await deadLetters()).toEqual([])
  })

  it('waits while the database is down', async () => {
    const id = 'paciente_000001'
    gates.database.close()
    await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: id }))
    await expect
      .poll(() => pipeline.cloud.depth(pipeline.ingestQueue), { interval: 20 })
      .toMatchObject({ inFlight: 1 })
    gates.database.open()
    await expect.poll(() => pipeline.document(id)).not.toBeNull()
    await pipeline.settled()
    expect(await deadLetters()).toEqual([])
  })
})
