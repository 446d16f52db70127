import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCloud } from '../kit/workers/cloud.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { byForm } from '../kit/runner/form.ts'
import { startGate, type Gate } from '../kit/relays/gate.ts'
import { expectWhole, heal, isThrough } from '../kit/workers/pipeline-state.ts'
import { seeded } from '../kit/runner/seeded.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { eventually } from '../kit/runner/eventually.ts'

const ROUNDS = byForm({ short: 4, long: 60 })
const ARTICLES_PER_ROUND = 4

let stack: TestStack
let gates: { database: Gate; index: Gate; aws: Gate }
beforeAll(async () => {
  // The gate of AWS is before queues and storage, as the workers reach them.
  gates = { database: await startGate(), index: await startGate(), aws: await startGate() }
  stack = await startTestStack({ gates, visibilityTimeoutSeconds: 1 })
})
afterAll(async () => {
  await stack.stop()
  await Promise.all(Object.values(gates).map((gate) => gate.stop()))
})

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('the pipeline', () => {
  it('loses and doubles nothing while its stores fail at any time', async () => {
    const random = seeded(20_261_121)
    const cloud = openCloud(stack.stack.awsUrl)
    const ids: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const articles = Array.from({ length: ARTICLES_PER_ROUND }, () => anArticle())
      ids.push(...articles.map(({ uniqueId }) => String(uniqueId)))
      // Every message comes twice, so that every interrupted step is repeated too.
      await cloud.send(stack.stack.queueUrl('news-ingest'), ...articles, ...articles)
      await delay(random() * 400)
      const gate = Object.values(gates)[Math.floor(random() * 3)] ?? gates.database
      // Unreachable, or reachable without an answer.
      if (random() < 0.6) gate.close()
      else gate.hold()
      await delay(100 + random() * 500)
      gate.open()
    }
    await eventually(
      async () => {
        if (!(await isThrough(stack, ids.length))) await heal(stack)
        expect(await isThrough(stack, ids.length)).toBe(true)
      },
      { interval: 2000 },
    )
    await expectWhole(stack, ids)
  })
})
