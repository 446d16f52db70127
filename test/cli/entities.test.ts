import { upsertFeatures } from '@pauta/core/intake/features'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { readEntityStore } from '../support/entity-store.ts'
import { anArticle } from '../support/factories.ts'
import { shareTestStack } from '../support/shared-stack.ts'
import type { TestStack } from '../support/stack.ts'

const SCRIPT = 'packages/cli/src/entities.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const run = (...args: string[]) => runCommand(SCRIPT, args, stack.stack.environment)

describe('npm run entities', () => {
  it('makes the entity store anew, and says of how much', async () => {
    const uniqueId = 'perdida_000001'
    await stack.write([anArticle({ uniqueId })])
    const entities = ['Q155', 'Q1065'].map((canonical_id) => ({
      text: 'x',
      type: 'ORG',
      canonical_id,
      count: 1,
    }))
    await upsertFeatures(stack.db, [{ uniqueId, features: { entities } }])
    const before = await readEntityStore(stack.db)
    await stack.db`truncate article_entities, entity_edges, entity_counts, article_metrics`
    const { code, stdout } = await run('rebuild')
    expect(stdout).toMatch(/^1 articles read, \d{3,} entities counted\.\n$/)
    expect(code).toBe(0)
    expect(before.edges).toHaveLength(2)
    expect(await readEntityStore(stack.db)).toEqual(before)
  })

  it.each([[[]], [['rebild']], [['rebuild', 'all']]])('explains itself for %j', async (args) => {
    const { code, stdout } = await run(...args)
    expect(code).toBe(2)
    expect(stdout).toContain('npm run entities -- rebuild')
  })

  it('does nothing without a stack', async () => {
    const { code, stderr } = await runCommand(SCRIPT, ['rebuild', '--data', '/nowhere'])
    expect(code).toBe(2)
    expect(stderr).toContain('Start one with `npm start`')
  })
})
