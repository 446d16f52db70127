import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { ExecutionResult } from 'graphql'
import { expect, it, vi } from 'vitest'
import { watchClient } from '../../http/client-stream.ts'
import { frameResults, writeFrames } from './stream-frames.ts'

const RESULTS_MAX = 10_000

it('ends the results when a client that stopped reading disconnects', async () => {
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
  const stream = new PassThrough({ highWaterMark: 20 })
  const gone = watchClient(stream)
  const writing = writeFrames(await frameResults(results(), {} as APIGatewayProxyEvent), stream)
  await expect.poll(() => stream.writableNeedDrain, { interval: 1 }).toBe(true)
  expect({ isLetGo, isGone: gone.aborted }).toEqual({ isLetGo: false, isGone: false })
  stream.destroy()
  await writing
  expect({ isLetGo, isGone: gone.aborted }).toEqual({ isLetGo: true, isGone: true })
  expect(given).toBeLessThan(RESULTS_MAX)
})

it('writes frames at least 40 ms apart, the last one too', async () => {
  vi.useFakeTimers()
  try {
    async function* frames(): AsyncGenerator<string> {
      yield* ['um ', 'dois ', 'três']
    }
    const stream = new PassThrough()
    let written = ''
    stream.on('data', (bytes: Buffer) => (written += bytes.toString()))
    const writing = writeFrames(frames(), stream)
    await vi.advanceTimersByTimeAsync(39)
    expect(written).toBe('um ')
    await vi.advanceTimersByTimeAsync(1)
    expect(written).toBe('um dois ')
    await vi.advanceTimersByTimeAsync(39)
    expect(written).toBe('um dois ')
    await vi.advanceTimersByTimeAsync(1)
    expect(written).toBe('um dois três')
    await writing
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('does not abort after a finished answer', async () => {
  const stream = new PassThrough()
  const gone = watchClient(stream)
  stream.end('all of it')
  stream.resume()
  await finished(stream)
  await nextTurn()
  expect({ isClosed: stream.closed, isGone: gone.aborted }).toEqual({ isClosed: true, isGone: false })
})
