import { announceLastDay } from '@pauta/clippings/clippings/change-notices'
import { enqueueNotices } from '@pauta/delivery/queues/enqueue-notices'
import { readDeliveryMessage } from '@pauta/delivery/queues/messages'
import { connectQueues } from '@pauta/platform/queues/queues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClipping, createClipping, newPerson, publish, subscribe, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { listMessages } from '../kit/workers/runs.ts'

let stack: TestStack
let author: Person
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-email', 'deliver-telegram', 'deliver-push'] })
  author = await newPerson(stack)
})
afterAll(() => stack.stop())

const UPDATE =
  'mutation ($id: String!, $input: ClippingInput!) { updateClipping(id: $id, input: $input) { id } }'
const update = (id: string, changes: Record<string, unknown> = {}) =>
  author.query(UPDATE, { id, input: aClipping(changes) })
const noticesOf = (clippingId: string) => stack.db<
  { id: string; channel: string; address: string; changes: string[]; enqueued: boolean; name: string }[]
>`
  select id, channel, address, payload -> 'changes' as changes, payload ->> 'clippingName' as name,
    woken_at is not null as enqueued
  from deliveries where kind = 'clipping-changed' and payload ->> 'clippingId' = ${clippingId} order by created_at, id`

/** Sets yesterday as the last day of a clipping. */
const endYesterday = (clippingId: string) =>
  tables.clippings.set(
    stack.db,
    { id: clippingId },
    { endDate: timeAgo(1, 'day'), nextRunAt: null, updatedAt: timeAgo(1, 'hour') },
  )

/** Announces the last day twice, as two runs without a next run do. */
async function announceTwice(clippingId: string): Promise<void> {
  for (let run = 0; run < 2; run++) await stack.db.begin((tx) => announceLastDay(tx, clippingId, new Date()))
}

/** A listed clipping with one follower by e-mail. */
async function makeFollowed() {
  const clippingId = await createClipping(author)
  const listingId = await publish(author, clippingId)
  const follower = await newPerson(stack)
  await subscribe(follower, clippingId)
  return { clippingId, listingId, follower }
}

describe('a notice that a followed clipping changed', () => {
  it('is written once a day for each follower, with the changes, and its worker gets a message', async () => {
    const { clippingId, follower } = await makeFollowed()
    await update(clippingId)
    expect(await noticesOf(clippingId)).toEqual([])
    const recortes = [{ title: 'Vacinas', themes: ['03'], keywords: ['vacina'], excludeKeywords: ['agenda'] }]
    await update(clippingId, { recortes, schedule: '0 9 * * *' })
    expect(await noticesOf(clippingId)).toMatchObject([
      {
        channel: 'email',
        address: follower.email,
        changes: ['recortes', 'schedule'],
        enqueued: true,
        name: 'Saúde pela manhã',
      },
    ])
    await author.query(`mutation { setClippingActive(id: "${clippingId}", active: false) { id } }`)
    expect(await noticesOf(clippingId)).toHaveLength(1)
    await tables.deliveries.set(stack.db, { kind: 'clipping-changed' }, { createdAt: timeAgo(25, 'hour') })
    await author.query(`mutation { setClippingActive(id: "${clippingId}", active: true) { id } }`)
    expect((await noticesOf(clippingId)).map(({ changes }) => changes)).toEqual([
      ['recortes', 'schedule'],
      ['resumed'],
    ])
  })

  it.each([
    { excludeKeywords: ['agenda'] },
    { excludeAgencies: ['mec'] },
    { entityCanonical: ['Q155'] },
    { states: ['CE'] },
  ])('is written when a recorte has other filters, as %j', async (filters) => {
    const { clippingId } = await makeFollowed()
    const recorte = { title: 'Vacinas', themes: ['03'] }
    await update(clippingId, { recortes: [recorte] })
    await tables.deliveries.remove(stack.db, { kind: 'clipping-changed' })
    await update(clippingId, { recortes: [recorte] })
    expect(await noticesOf(clippingId)).toEqual([])
    await update(clippingId, { recortes: [{ ...recorte, ...filters }] })
    expect((await noticesOf(clippingId)).map(({ changes }) => changes)).toEqual([['recortes']])
  })

  it('goes to the channels that the follower chose, and to nobody after unpublishing', async () => {
    const { clippingId, listingId, follower } = await makeFollowed()
    const userId = await follower.id()
    await tables.telegramLinks.add(stack.db, { userId, chatId: `chat-${clippingId}` })
    await follower.query(
      `mutation { updateMySubscription(clippingId: "${clippingId}", channels: { telegram: true }) { id } }`,
    )
    await update(clippingId, { schedule: '0 10 * * *' })
    expect(await noticesOf(clippingId)).toMatchObject([
      { channel: 'telegram', address: `chat-${clippingId}` },
    ])
    await author.query(`mutation { unpublishFromMarketplace(listingId: "${listingId}") }`)
    await tables.deliveries.set(stack.db, { kind: 'clipping-changed' }, { createdAt: timeAgo(25, 'hour') })
    await update(clippingId, { schedule: '0 11 * * *' })
    expect(await noticesOf(clippingId)).toHaveLength(1)
  })

  it.each([
    ['none whose address is not verified', 'users', { emailVerified: false }],
    ['none who has no address', 'users', { email: null }],
    ['none who switched e-mail off', 'subscriptions', { email: false }],
    ['none whose subscription is inactive', 'subscriptions', { active: false }],
  ] as const)('goes to %s', async (_, table, changes) => {
    const { clippingId, follower } = await makeFollowed()
    const userId = await follower.id()
    await tables[table].set(stack.db, table === 'users' ? { id: userId } : { userId, clippingId }, changes)
    await update(clippingId, { schedule: '0 10 * * *' })
    expect(await noticesOf(clippingId)).toEqual([])
    await author.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id: clippingId })
    expect(
      await stack.db`
      select from deliveries where payload ->> 'clippingId' = ${clippingId}`,
    ).toHaveLength(0)
  })

  it('gets its message at the next try after a queue refused the first', async () => {
    const { clippingId } = await makeFollowed()
    await endYesterday(clippingId)
    await announceTwice(clippingId)
    const urls = { email: stack.stack.queueUrl('deliver-email') }
    const enqueue = (email: string) =>
      enqueueNotices(stack.db, { queues: connectQueues(), urls: { email }, now: new Date() })
    await expect(enqueue(`${urls.email}-gone`)).rejects.toThrow(/queue/)
    expect(await noticesOf(clippingId)).toMatchObject([{ enqueued: false }])
    await enqueue(urls.email)
    const [notice] = await noticesOf(clippingId)
    expect(notice).toMatchObject({ enqueued: true })
    const sent = (await listMessages(stack, 'deliver-email')).flatMap(readDeliveryMessage)
    expect(sent.filter((id) => id === notice?.id)).toHaveLength(1)
  })

  it('is not written after the last run of a clipping that is not listed any more', async () => {
    const { clippingId, listingId } = await makeFollowed()
    await tables.listings.set(stack.db, { id: listingId }, { active: false })
    await endYesterday(clippingId)
    await announceTwice(clippingId)
    expect(await noticesOf(clippingId)).toEqual([])
  })

  it('is written once after the last run of a clipping with a last day', async () => {
    const { clippingId } = await makeFollowed()
    await endYesterday(clippingId)
    await announceTwice(clippingId)
    expect((await noticesOf(clippingId)).map(({ changes }) => changes)).toEqual([['finished']])
    const paused = await makeFollowed()
    await announceTwice(paused.clippingId)
    expect(await noticesOf(paused.clippingId)).toEqual([])
  })
})
