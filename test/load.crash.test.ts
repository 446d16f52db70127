import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startRemoteStack, type RemoteStack } from './kit/load/loaded-stack.ts'
import { runLoad } from './kit/load/run-load.ts'

// The short form: test/long/load.test.ts continues for ten minutes, and measures the memory.
let stack: RemoteStack
beforeAll(async () => {
  stack = await startRemoteStack({ articles: 100, template: inject('databaseTemplate') })
})
afterAll(() => stack.stop())

it('two hundred connections are answered, each with data or with the error for a full server', async () => {
  const { answers, codes, faults } = await runLoad(stack, {
    connections: 200,
    warmUpSeconds: 1,
    seconds: 3,
    sampleSeconds: 3,
  })
  expect(faults).toEqual([])
  expect(codes['ok']).toBeGreaterThan(answers / 2)
  // Every connection got an answer, however slow the machine is.
  expect(answers).toBeGreaterThanOrEqual(200)
})
