import { handler } from '@pauta/functions/workers/index/handler'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver, stepMessage } from '../kit/workers/delivery.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { requireSubtitles } from '../kit/stack/stricter-index.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: SharedStack
let pipeline: Pipeline
/** While undefined, failed messages stay hidden. */
let retrySeconds: number | undefined

beforeAll(async () => {
  stack = await shareTestStack({ retrySeconds: () => retrySeconds })
  pipeline = openPipeline(stack)
})
afterAll(() => pipeline.cloud.close())

const deadLetters = () => pipeline.cloud.depth(stack.stack.queueUrl('index-dlq'))
const findStep = async (id: string) => {
  const [row] = await stack.db`
    select status, attempts, error from pipeline_steps where unique_id = ${id} and step = 'index'`
  return row
}

describe('the index worker', () => {
  it('keeps due steps while the index is down and does them when it is back', async () => {
    stack.gates.index.close()
    await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: 'espera_000001' }))
    await expect.poll(() => pipeline.row('espera_000001')).toBeDefined()
    // The articles are scraped, enriched and embedded: these steps do not wait for the index.
    const depth = () => pipeline.cloud.depth(pipeline.indexQueue)
    await expect.poll(depth).toEqual({ waiting: 0, inFlight: 3 })
    await pipeline.cloud.returnHeld(pipeline.indexQueue)
    await expect.poll(depth).toEqual({ waiting: 0, inFlight: 3 })
    expect(await pipeline.steps('espera_000001')).toMatchObject({ enrich: 'done 1', index: 'due 3' })
    stack.gates.index.open()
    retrySeconds = 0
    await pipeline.cloud.returnHeld(pipeline.indexQueue)
    await pipeline.settled()
    expect(await pipeline.document('espera_000001')).not.toBeNull()
    expect(await pipeline.steps('espera_000001')).toMatchObject({ index: 'done 3' })
    expect(await deadLetters()).toEqual({ waiting: 0, inFlight: 0 })
  })

  it('fails documents that the index refuses for good, with the reason, and writes the others of the batch', async () => {
    // This index is stricter than ours: it refuses articles without a subtitle.
    const live = await requireSubtitles(stack)
    const refused = anArticle({ uniqueId: 'recusada_000001' })
    await stack.write([refused, anArticle({ uniqueId: 'aceita_000001', subtitle: 'Com subtítulo' })])
    const unreadable = ['no JSON', '{"type":"news.unknown","subject":"x"}']
    await pipeline.cloud.send(pipeline.indexQueue, ...unreadable)
    await pipeline.enqueue('recusada_000001', 'aceita_000001')
    expect(await findStep('recusada_000001')).toEqual({
      status: 'failed',
      attempts: 5,
      error: expect.stringContaining('subtitle') as string,
    })
    expect(await findStep('aceita_000001')).toMatchObject({ status: 'done' })
    expect(await pipeline.document('aceita_000001')).not.toBeNull()
    expect(await pipeline.document('recusada_000001')).toBeNull()
    const refusedMessage = '{"type":"news.scraped","subject":"recusada_000001"}'
    expect((await pipeline.cloud.drain(stack.stack.queueUrl('index-dlq'))).sort()).toEqual(
      [...unreadable, refusedMessage].sort(),
    )
    // A corrected article is written like any other.
    await pipeline.ingest({ ...refused, subtitle: 'Agora também' })
    expect(await findStep('recusada_000001')).toEqual({ status: 'done', attempts: 0, error: null })
    await stack.index.pointAlias(live)
  })

  it('writes a document again after writing an older version over it', async () => {
    const id = 'ultrapassada_000001'
    stack.gates.index.hold()
    await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: id, title: 'A antiga' }))
    // The worker has read the row and waits for the index to accept its document.
    await expect.poll(() => pipeline.availableAt(id)).not.toBeNull()
    await stack.write([anArticle({ uniqueId: id, title: 'A nova' })])
    // Meanwhile another worker writes the newer version and settles its step.
    await tables.pipelineSteps.set(stack.db, { uniqueId: id, step: 'index' }, { status: 'done' })
    stack.gates.index.open()
    await pipeline.settled()
    expect(await pipeline.document(id)).toMatchObject({ title: 'A nova' })
  })

  it('writes a document again when its message comes a second time, even if its step is done', async () => {
    const id = 'repetida_000001'
    await pipeline.ingest(anArticle({ uniqueId: id }))
    // An earlier attempt may have stopped between writing an older version and settling the step.
    await stack.index.remove([id])
    expect(await deliver(handler, [{ body: stepMessage(id) }])).toEqual([])
    expect(await pipeline.document(id)).toBeNull()
    expect(await deliver(handler, [{ body: stepMessage(id), receiveCount: 2 }])).toEqual([])
    expect(await pipeline.document(id)).not.toBeNull()
  })

  it('ends with the newest version after many concurrent changes', async () => {
    const id = 'corrida_000001'
    const versions = Array.from({ length: 12 }, (_, n) =>
      anArticle({ uniqueId: id, title: `Versão ${n}`, extractedAt: new Date(1.78e12 + n * 60_000) }),
    )
    for (const version of versions) {
      await pipeline.cloud.send(pipeline.ingestQueue, version)
      await pipeline.cloud.send(pipeline.indexQueue, { type: 'news.scraped', subject: id })
    }
    await pipeline.settled()
    expect(await pipeline.document(id)).toMatchObject({ title: 'Versão 11' })
    expect((await pipeline.steps(id))['index']).toMatch(/^done/)
  })
})
