import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { encodeTime } from 'ulid'
import { expect, it } from 'vitest'
import { enqueuePages, type DeliveryQueueUrls, type WaitingDelivery } from './enqueue-pages.ts'
import { enqueueDeliveries } from './enqueue-release.ts'
import { DELIVERIES_PER_MESSAGE } from './messages.ts'

const PAGE = 50 * DELIVERIES_PER_MESSAGE
const PLANNED_AT = new Date('2026-06-01T12:00:00Z')

/** A database with this number of rows, in turn of two channels, and one row that an earlier release planned. */
function ledgerOf(count: number) {
  const before = { id: `${encodeTime(PLANNED_AT.getTime() - 1)}x`, channel: 'email' }
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `${encodeTime(PLANNED_AT.getTime())}${String(n).padStart(6, '0')}`,
    channel: n % 2 === 0 ? 'email' : 'push',
  }))
  let reads = 0
  const db = (_: unknown, _release: string, after: string, limit: number) => {
    reads++
    return Promise.resolve([before, ...rows].filter(({ id }) => id > after).slice(0, limit))
  }
  return { db: db as unknown as Db, rows, reads: () => reads }
}

it.each([
  [0, 1],
  [1, 1],
  [PAGE - 1, 1],
  [PAGE, 2],
  [PAGE + 1, 2],
])('wakes the channels for %d rows in %d reads, each row once', async (count, pages) => {
  const { db, rows, reads } = ledgerOf(count)
  const sent: { url: string; bodies: readonly string[] }[] = []
  const send = async (url: string, bodies: readonly string[]) => void sent.push({ url, bodies })
  const queues = { send } as unknown as QueueSender
  const urls = { email: 'of-email', push: 'of-push' } as unknown as DeliveryQueueUrls
  const plan = { releaseId: 'r', plannedAt: PLANNED_AT, queues, urls }
  expect(await enqueueDeliveries(db, plan)).toBe(count)
  expect(reads()).toBe(pages)
  for (const [channel, url] of Object.entries(urls)) {
    const text = sent
      .filter((one) => one.url === url)
      .flatMap(({ bodies }) => bodies)
      .join()
    const own = rows.filter((row) => row.channel === channel).map(({ id }) => id)
    expect(text.match(/[0-9A-Z]{10}\d{6}/g) ?? []).toEqual(own)
  }
  expect(sent.every(({ bodies }) => bodies.length > 0)).toBe(true)
})

it('leaves the rows after a million to the sweep', async () => {
  const asked: string[] = []
  const list = async ({ after, limit }: { after: string; limit: number }) => {
    asked.push(after)
    const row: WaitingDelivery = { id: String(asked.length), channel: 'email' }
    return Array.from({ length: limit }, () => row)
  }
  const queues = { send: async () => undefined } as unknown as QueueSender
  const urls = { email: 'of-email' } as unknown as DeliveryQueueUrls
  expect(await enqueuePages(list, { after: '', queues, urls })).toBe(1_000_000)
  expect(asked).toEqual(['', ...Array.from({ length: 99 }, (_, n) => String(n + 1))])
})
