import type { QueueReader, TakenMessage } from './queue-reader.ts'
import { describe, expect, it } from 'vitest'
import { walkDeadLetters } from './walk-dead-letters.ts'

const message = (id: string): TakenMessage => ({
  id,
  body: id,
  receipt: `receipt of ${id}`,
  sentAt: new Date(0),
  reason: undefined,
})

/** A queue that answers with the given batches and records what a walk does to it. */
function queueOf(batches: string[][], { hide }: { hide?: (id: string) => void } = {}) {
  const calls: string[] = []
  const asked: number[] = []
  const idOf = (receipt: string) => receipt.replace('receipt of ', '')
  const reader: QueueReader = {
    count: async () => ({ waiting: 0, inFlight: 0 }),
    take: async (_, { max, hideSeconds, waitSeconds }) => {
      asked.push(max)
      calls.push(`take ${hideSeconds} ${waitSeconds}`)
      return (batches.shift() ?? []).map(message)
    },
    remove: async (_, receipt) => void calls.push(`remove ${idOf(receipt)}`),
    hide: async (_, receipt, seconds) => {
      hide?.(idOf(receipt))
      calls.push(`show ${idOf(receipt)} after ${seconds}`)
    },
  }
  return { reader, calls, asked }
}

const walkOf = (reader: QueueReader, limit = 100) => ({
  reader,
  deadLetterUrl: 'dlq',
  limit,
  signal: new AbortController().signal,
})
const changes = (calls: readonly string[]) => calls.filter((call) => !call.startsWith('take'))

describe('a walk over dead letters', () => {
  it('removes what was handled, and shows the others at the end', async () => {
    const { reader, calls } = queueOf([['a', 'b'], ['c']])
    const report = await walkDeadLetters(walkOf(reader), async (batch) =>
      batch.filter(({ id }) => id !== 'b'),
    )
    expect(report).toEqual({ seen: 3, removed: 2, hidden: [] })
    expect(changes(calls)).toEqual(['remove a', 'remove c', 'show b after 0'])
    expect(new Set(calls.filter((call) => call.startsWith('take')))).toEqual(new Set(['take 900 1']))
  })

  it.each([
    [0, [[], ['a']]],
    [1, [['a'], [], ['b']]],
    [2, [['a'], ['b'], [], ['c']]],
  ])('that gets no more messages after %d ends', async (seen, batches) => {
    const { reader } = queueOf(batches)
    expect((await walkDeadLetters(walkOf(reader), async (batch) => batch)).seen).toBe(seen)
  })

  it.each([
    [9, [9]],
    [10, [10]],
    [11, [10, 1]],
  ])('of at most %d asks for batches of %j', async (limit, batches) => {
    const all = Array.from({ length: 20 }, (_, n) => `${n}`)
    const { reader, asked } = queueOf([all.slice(0, batches[0]), all.slice(10, 10 + (batches[1] ?? 0))])
    const { seen } = await walkDeadLetters(walkOf(reader, limit), async (batch) => batch)
    expect([seen, asked]).toEqual([limit, batches])
  })

  it('ends after the batch in which it is stopped', async () => {
    const { reader, calls } = queueOf([['a'], ['b']])
    const stop = new AbortController()
    const walk = { ...walkOf(reader), signal: stop.signal }
    const report = await walkDeadLetters(walk, async () => {
      stop.abort()
      return []
    })
    expect(report).toEqual({ seen: 1, removed: 0, hidden: [] })
    expect(changes(calls)).toEqual(['show a after 0'])
  })

  it('shows every message that it did not remove when a batch fails', async () => {
    const { reader, calls } = queueOf([['a', 'b'], ['c']])
    const failing = walkDeadLetters(walkOf(reader), async (batch) => {
      if (batch.some(({ id }) => id === 'c')) throw new Error('no database')
      return batch.slice(0, 1)
    })
    await expect(failing).rejects.toThrow('no database')
    expect(changes(calls)).toEqual(['remove a', 'show b after 0', 'show c after 0'])
  })

  it('reports messages that stay hidden, and shows the others', async () => {
    const hide = (id: string) => {
      if (id === 'a') throw new Error('the receipt expired')
    }
    const { reader, calls } = queueOf([['a', 'b']], { hide })
    const report = await walkDeadLetters(walkOf(reader), async () => [])
    expect(report.hidden).toEqual([
      { id: 'a', reason: expect.stringMatching(/^hidden for 15 minutes: .*the receipt expired/) },
    ])
    expect(changes(calls)).toEqual(['show b after 0'])
  })
})
