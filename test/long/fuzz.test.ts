import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz, judgeAnswer, judgeStream } from '../kit/fuzz/fuzz-run.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

// Each run sends other requests. A fault names the seed that repeats it.
const SEED = randomInt(2 ** 31)

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

it(`answers 5,000 random operations of the seed ${SEED}`, async () => {
  const faults = await fuzz(
    stack,
    [
      { path: '/graphql', keyword: 'query', count: 2800, judge: judgeAnswer },
      { path: '/graphql', keyword: 'mutation', count: 2000, judge: judgeAnswer },
      { path: '/graphql/stream', keyword: 'subscription', count: 400, judge: judgeStream },
    ],
    SEED,
  )
  expect(faults).toEqual([])
  expect(await stack.query('{ ping articles { found } }')).toMatchObject({ ping: 'pong' })
})
