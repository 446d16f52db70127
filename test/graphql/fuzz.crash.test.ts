import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz, judgeAnswer, judgeStream } from '../kit/fuzz/fuzz-run.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Always the same requests; test/long/fuzz.test.ts sends thousands of others with every run.
const SEED = 20_261_121

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

it('answers random operations with data or coded errors', async () => {
  const faults = await fuzz(
    stack,
    [
      { path: '/graphql', keyword: 'query', count: 240, judge: judgeAnswer },
      { path: '/graphql', keyword: 'mutation', count: 160, judge: judgeAnswer },
      { path: '/graphql/stream', keyword: 'subscription', count: 40, judge: judgeStream },
    ],
    SEED,
  )
  expect(faults).toEqual([])
  expect(await stack.query('{ ping articles { found } }')).toMatchObject({ ping: 'pong' })
})
