import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

let stack: SharedStack
let pipeline: Pipeline
/** While undefined, failed messages stay hidden. */
let retrySeconds: number | undefined

beforeEach(() => {
  retrySeconds = undefined
})
beforeAll(async () => {
  stack = await shareTestStack({ retrySeconds: () => retrySeconds })
  pipeline = openPipeline(stack)
})
afterAll(() => pipeline.cloud.close())

const deadLetters = () => pipeline.cloud.drain(stack.stack.queueUrl('news-ingest-dlq'))

describe('a message that fails', () => {
  it('between the commit and its message is repaired when it comes again', async () => {
    const id = 'interrompida_000001'
    stack.gates.aws.close()
    await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: id }))
    await expect.poll(() => pipeline.row(id)).toBeDefined()
    const before = await pipeline.row(id)
    expect(await pipeline.rawEvents(id)).toEqual([])
    stack.gates.aws.open()
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
    stack.gates.database.close()
    await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: id }))
    await expect
      .poll(() => pipeline.cloud.depth(pipeline.ingestQueue), { interval: 20 })
      .toMatchObject({ inFlight: 1 })
    stack.gates.database.open()
    retrySeconds = 0
    await pipeline.cloud.returnHeld(pipeline.ingestQueue)
    await pipeline.settled()
    expect(await pipeline.document(id)).not.toBeNull()
    expect(await deadLetters()).toEqual([])
  })
})
