import { expect, it } from 'vitest'
import { workers } from './workers.ts'

it('workers take batches that suit what they call, and each message five times at most', () => {
  // Repeats the numbers on purpose: they decide latency and cost, and no other test shows a mistake.
  const batches = workers.map(({ name, batch, maxReceives }) => [
    name,
    batch.size,
    batch.windowSeconds,
    maxReceives,
  ])
  expect(batches).toEqual([
    ['ingest', 10, 0, 5],
    ['enrich', 10, 0, 5],
    ['classify', 5, 0, 5],
    ['embed', 32, 1, 5],
    ['index', 100, 1, 5],
    ['release', 1, 0, 5],
    ['deliver-email', 5, 0, 5],
    ['deliver-telegram', 5, 0, 5],
    ['deliver-push', 5, 0, 5],
    ['deliver-webhook', 5, 0, 5],
    ['deliver-slack', 5, 0, 5],
    ['mail-feedback', 50, 2, 5],
  ])
})
