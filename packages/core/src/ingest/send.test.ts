import type { QueueSender } from '@pauta/platform/queues/queues'
import { describe, expect, it } from 'vitest'
import { sendArticle } from './send.ts'

const MESSAGE_MAX_BYTES = 200_000

/** A queue and a bucket that note, one after the other, what they have taken; either may refuse everything. */
function makeStores({ refuses }: { refuses?: 'queue' | 'bucket' } = {}) {
  const taken: string[][] = []
  const take = async (store: 'queue' | 'bucket', ...values: string[]) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (refuses === store) throw new Error(`the ${store} is away`)
    taken.push([store, ...values])
  }
  const to = {
    queues: {
      send: (url: string, bodies: readonly string[]) => take('queue', url, ...bodies),
    } as unknown as QueueSender,
    storage: { put: (key: string, body: string, type: string) => take('bucket', key, body, type) },
    queueUrl: 'ingest',
  }
  return { to, taken }
}

/** An article whose message has so many bytes. */
function articleOf(bytes: number) {
  const empty = Buffer.byteLength(JSON.stringify({ title: '' }))
  return { title: 'x'.repeat(bytes - empty) }
}

describe('an article', () => {
  it('of at most 200 KB is a message', async () => {
    const { to, taken } = makeStores()
    const article = articleOf(MESSAGE_MAX_BYTES)
    await sendArticle(article, to)
    expect(taken).toEqual([['queue', 'ingest', JSON.stringify(article)]])
  })

  it('above 200 KB is an object, to which a message points once it is stored', async () => {
    const { to, taken } = makeStores()
    const article = articleOf(MESSAGE_MAX_BYTES + 1)
    await sendArticle(article, to)
    const [[, key = '', ...object] = [], ...messages] = taken
    expect(key).toMatch(/^ingest\/[\da-f]{64}\.json$/)
    expect(object).toEqual([JSON.stringify(article), 'application/json'])
    expect(messages).toEqual([['queue', 'ingest', JSON.stringify({ objectKey: key })]])
    await sendArticle(article, to)
    expect(taken[2]?.[1]).toBe(key)
  })

  it.each([
    ['queue', MESSAGE_MAX_BYTES, []],
    ['queue', MESSAGE_MAX_BYTES + 1, ['bucket']],
    ['bucket', MESSAGE_MAX_BYTES + 1, []],
  ] as const)('is not sent when the %s refuses its %d bytes', async (refuses, bytes, took) => {
    const { to, taken } = makeStores({ refuses })
    await expect(sendArticle(articleOf(bytes), to)).rejects.toThrow(`the ${refuses} is away`)
    expect(taken.map(([store]) => store)).toEqual(took)
  })
})
