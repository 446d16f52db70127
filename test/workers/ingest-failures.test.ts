import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle } from '../support/factories.ts'
import { startGate, type Gate } from '../support/gate.ts'
import { openPipeline, type Pipeline } from '../support/ingest.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let pipeline: Pipeline
let gates: { database: Gate; aws: Gate }
/** While undefined, failed messages stay hidden. */
let retrySeconds: number | undefined

beforeEach(() => {
  retrySeconds = undefined
})
beforeAll(async () => {
  gates = { database: await startGate(), aws: await startGate() }
  stack = await startTestStack({ gates, retrySeconds: () => retrySeconds })
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
  await Promise.all([gates.database.stop(), gates.aws.stop()])
})

const deadLetters = () => pipeline.cloud.drain(stack.stack.queueUrl('news-ingest-dlq'))

describe('a message that fails', () => {
  it('between the commit and its message is repaired when it comes again', async () => {
    const id = 'interrompida_000001'
    gates.aws.close()
    await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: id }))
    await expect.poll(() => pipeline.row(id)).toBeDefined()
    const before = await pipeline.row(id)
    expect(await pipeline.rawEvents(id)).toEqual([])
    gates.aws.open()
    retrySeconds = 0
    await pipeline.cloud.returnHeld(pipeline.ingestQueue)
    await pipeline.settled()
    expect(await pipeline.document(id)).not.toBeNull()
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
    retrySeconds = 0
    await pipeline.cloud.returnHeld(pipeline.ingestQueue)
    await pipeline.settled()
    expect(await pipeline.document(id)).not.toBeNull()
    expect(await deadLetters()).toEqual([])
  })
})
