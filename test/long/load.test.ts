import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRemoteStack, type RemoteStack } from '../kit/load/loaded-stack.ts'
import { runLoad } from '../kit/load/run-load.ts'
import { patient } from '../kit/runner/patience.ts'

const MEGABYTE = 1024 * 1024
/** Garbage collection and caches change the memory by this much between readings. */
const NOISE_BYTES = 48 * MEGABYTE

let stack: RemoteStack
beforeAll(async () => {
  stack = await startRemoteStack({ articles: 3000 })
}, patient(300_000))
afterAll(() => stack.stop())

it('two hundred connections send requests for ten minutes, and the memory stays flat', async () => {
  const report = await runLoad(stack, {
    connections: 200,
    warmUpSeconds: 120,
    seconds: 480,
    sampleSeconds: 60,
  })
  const inMegabytes = report.memory.map(({ rss, used }) => ({
    rss: Math.round(rss / MEGABYTE),
    used: Math.round(used / MEGABYTE),
  }))
  console.table(report.latencies)
  console.table(inMegabytes)
  console.log(report.answers, report.codes)
  expect(report.faults).toEqual([])
  expect(report.codes['ok']).toBeGreaterThan(report.answers / 2)
  const [first, ...later] = report.memory
  if (!first) throw new Error('The memory was not read')
  for (const { used, rss } of later.slice(-2)) {
    expect(used).toBeLessThan(first.used * 1.15 + NOISE_BYTES)
    expect(rss).toBeLessThan(first.rss * 1.25 + NOISE_BYTES)
  }
})
