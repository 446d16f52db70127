import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { ExecutionResult } from 'graphql'
import { expect, it } from 'vitest'
import { frameResults, watchClient, writeFrames } from './stream-frames.ts'

const RESULTS_MAX = 10_000

it('lets go of the results when the client has gone, though it took nothing for a while', async () => {
  let isLetGo = false
  let given = 0
  async function* results(): AsyncGenerator<ExecutionResult> {
    try {
      for (; given < RESULTS_MAX; given++) {
        await nextTurn()
        yield { data: { given } }
      }
    } finally {
      isLetGo = true
    }
  }
  const stream = new PassThrough({ highWaterMark: 200 })
  const gone = watchClient(stream)
  const writing = writeFrames(await frameResults(results(), {} as APIGatewayProxyEvent), stream)
  await expect.poll(() => stream.writableNeedDrain, { interval: 1 }).toBe(true)
  expect({ isLetGo, isGone: gone.aborted }).toEqual({ isLetGo: false, isGone: false })
  stream.destroy()
  await writing
  expect({ isLetGo, isGone: gone.aborted }).toEqual({ isLetGo: true, isGone: true })
  expect(given).toBeLessThan(RESULTS_MAX)
})

it('takes an answer that has ended for no leaving', async () => {
  const stream = new PassThrough()
  const gone = watchClient(stream)
  stream.end('all of it')
  stream.resume()
  await finished(stream)
  await nextTurn()
  expect({ isClosed: stream.closed, isGone: gone.aborted }).toEqual({ isClosed: true, isGone: false })
})
