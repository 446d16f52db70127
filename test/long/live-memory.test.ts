import { afterAll, beforeAll, expect, it } from 'vitest'
import { followLive, newLiveClient } from '../kit/client/live-client.ts'
import { startRemoteStack, type RemoteStack } from '../kit/load/loaded-stack.ts'
import { patient } from '../kit/runner/patience.ts'

const CLIENTS = 500
const ARTICLES = 1000
const CLIENT_MAX_BYTES = 50_000

let stack: RemoteStack
beforeAll(async () => {
  stack = await startRemoteStack({ articles: ARTICLES })
}, patient(300_000))
afterAll(() => stack.stop())

it('five hundred clients of the stream of articles take at most 50 kB each', async () => {
  const url = new URL('/stream/articles?since=0', stack.url).href
  const connect = async (number: number) => {
    const ending = new AbortController()
    const clients = Array.from({ length: number }, newLiveClient)
    const following = clients.map((client) =>
      followLive({ url, client, signal: ending.signal, drawFrames: () => Infinity }),
    )
    await expect.poll(() => clients.every(({ heard }) => heard.length >= ARTICLES)).toBe(true)
    const memory = await stack.readMemory()
    ending.abort()
    await Promise.all(following)
    return memory
  }
  // Loads the code and fills the memory of the tail.
  await connect(10)
  const few = await connect(1)
  const all = await connect(CLIENTS)
  const each = (all.used - few.used) / (CLIENTS - 1)
  process.stdout.write(`${Math.round(each / 1000)} kB for each of ${CLIENTS} clients\n`)
  expect(each).toBeLessThan(CLIENT_MAX_BYTES)
})
