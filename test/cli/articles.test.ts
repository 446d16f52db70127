import { upsertFeatures } from '@pauta/core/features/features'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { readEntityStore } from '../kit/oracles/entity-store.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const COMMAND = 'articles'

let stack: TestStack
let pipeline: Pipeline
beforeAll(async () => {
  stack = await shareTestStack()
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
})

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)

describe('npm run articles', () => {
  it('removes an article from the index and the entity store, and restores it', async () => {
    const uniqueId = 'retirada_000001'
    await pipeline.ingest(anArticle({ uniqueId, title: 'Erro' }))
    const entities = ['Q155', 'Q1065'].map((canonical_id) => ({
      text: 'x',
      type: 'ORG',
      canonical_id,
      count: 1,
    }))
    await upsertFeatures(stack.db, [{ uniqueId, features: { entities } }])
    const before = await readEntityStore(stack.db)
    expect(before.edges).toHaveLength(2)

    const down = await run('take-down', uniqueId, 'nowhere_000001')
    expect(down.stdout).toBe('1 taken down; the index follows in a moment.\n')
    expect(down.stderr).toContain('nowhere_000001: there is no such article')
    expect(down.code).toBe(1)
    await pipeline.settled()
    expect(await pipeline.document(uniqueId)).toBeNull()
    expect(await readEntityStore(stack.db)).toEqual({ mentions: [], edges: [], counts: [], metrics: [] })

    expect(await run('put-back', uniqueId)).toMatchObject({ code: 0, stderr: '' })
    await pipeline.settled()
    expect(await pipeline.document(uniqueId)).toMatchObject({ title: 'Erro' })
    expect(await readEntityStore(stack.db)).toEqual(before)
    expect((await run('put-back', uniqueId)).stderr).toContain('it was put back before')
    const { stdout } = await run('put-back', uniqueId, '--json')
    expect(JSON.parse(stdout)).toEqual({ changed: [], unchanged: [uniqueId] })
  })

  it.each([
    ['   ', '--reason: a text of 1 to 500 characters is expected.'],
    ['x'.repeat(501), '--reason: a text of 1 to 500 characters is expected.'],
    ['x'.repeat(500), 'There is no article nowhere_000001.'],
  ])('erases nothing with the reason %j', async (reason, message) => {
    const { code, stdout, stderr } = await run('erase', 'nowhere_000001', '--reason', reason)
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
  })

  it.each([[[]], [['take-down']], [['delete', 'a']]])(
    'refuses %j with 2 and prints the usage',
    async (args) => {
      const { code, stdout, stderr } = await run(...args)
      expect(code).toBe(2)
      expect(stdout + stderr).toContain('npm run articles -- take-down')
    },
  )
})
