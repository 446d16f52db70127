import { expect, it } from 'vitest'
import { enqueueInBatches } from './enqueue-overdue.ts'

it.each([
  ['until none is left', [2, 2, 1, 0, 9], 100, Infinity, 5, 3],
  ['until enough are taken', [2, 2, 2], 4, Infinity, 4, 2],
  ['one more below the most', [2, 2, 2], 5, Infinity, 6, 3],
  ['none after the signal, whose batch is still sent', [2, 2, 2], 100, 2, 4, 2],
  ['none when it is stopped before', [2], 100, 0, 0, 0],
])('rows are sent %s', async (_, batches, max, stopAfter, taken, sends) => {
  const stop = new AbortController()
  if (stopAfter === 0) stop.abort()
  let takes = 0
  let sent = 0
  const take = async () => {
    if (++takes === stopAfter) stop.abort()
    return Array.from({ length: batches.shift() ?? 0 }, () => 'row')
  }
  expect(await enqueueInBatches({ max, signal: stop.signal }, take, async () => sent++)).toBe(taken)
  expect(sent).toBe(sends)
})
