import { createHash } from 'node:crypto'
import { endDeliveryLeases } from '@pauta/delivery/ledger/claim'
import { takeUnqueuedDeliveries } from '@pauta/delivery/ledger/enqueue'
import { enqueueDueDeliveries } from '@pauta/delivery/queues/enqueue-due'
import { enqueueNotices } from '@pauta/delivery/queues/enqueue-notices'
import { enqueueDeliveries } from '@pauta/delivery/queues/enqueue-release'
import {
  countFailedDeliveries,
  countFailedDeliveriesByDay,
  listDeliveryLag,
} from '@pauta/delivery/ledger/lag'
import type { MailEvent } from '@pauta/delivery/channels/email/mail-events'
import { recordMailEvents } from '@pauta/delivery/channels/email/mail-feedback'
import { listChannelStatus, listDeliveries, retryDeliveries } from '@pauta/delivery/ledger/operate'
import { hashOldAddresses, removeOldDeliveries } from '@pauta/delivery/ledger/retention'
import { pauseChannel } from '@pauta/delivery/ledger/settle'
import { encodeTime } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW, type Columns, LEASE } from '../kit/rows/delivery-rows.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

// Statements of the ledger, on rows that differ from a matching row in one column. No worker runs beside them.
let stack: TestStack
const { restart, addRows, readRow } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-email', 'deliver-telegram', 'deliver-push'] })
})
afterAll(() => stack.stop())
beforeEach(restart)

const readStatuses = async () =>
  Object.fromEntries(
    (await stack.db<{ id: string; status: string }[]>`select id, status from deliveries`).map(
      ({ id, status }) => [id, status],
    ),
  )

/** Queues that keep what is sent, each message behind the address of its queue. */
function recordMessages() {
  const sent: string[] = []
  const send = async (url: string, bodies: readonly string[]) =>
    void sent.push(...bodies.map((body) => `${url} ${body}`))
  return { sent, queues: { send } }
}

/** The rows of a message after the name of its queue. */
const idsOf = (message: string) => JSON.parse(message.slice(2)).deliveryIds as string[]

const MINUTE = 60
const hashOf = (address: string) => `sha256:${createHash('sha256').update(address).digest('hex')}`

describe('lost messages of the ledger', () => {
  const take = () => takeUnqueuedDeliveries(stack.db, { channel: 'email', now: NOW, limit: 10 })

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ channel: 'telegram' }, false],
    [{ status: 'sending' }, true],
    [{ status: 'unknown' }, true],
    [{ status: 'sent' }, false],
    [{ status: 'failed' }, false],
    [{ dueAt: at(-121) }, true],
    [{ dueAt: at(-120) }, false],
    [{ kind: 'confirmation', dueAt: at(-1) }, true],
    [{ kind: 'clipping-ended', dueAt: at(-1) }, true],
    [{ kind: 'clipping-changed', dueAt: at(-1) }, true],
    [{ kind: 'telegram-moved', dueAt: at(-1) }, true],
    [{ kind: 'channel-off', dueAt: at(-1) }, true],
    [{ kind: 'new-articles', dueAt: at(-1) }, false],
    [{ kind: 'confirmation', dueAt: NOW }, false],
    [{ kind: 'confirmation', dueAt: at(-60), wokenAt: at(-30) }, false],
    [{ kind: 'confirmation', dueAt: at(-60), wokenAt: at(-90) }, false],
    [{ dueAt: at(-200), wokenAt: at(-200) }, false],
    [{ leaseUntil: at(-150), wokenAt: at(-150) }, false],
    [{ leaseUntil: at(1) }, false],
    [{ leaseUntil: NOW }, false],
    [{ leaseUntil: at(-1) }, true],
    [{ wokenAt: at(-200) }, false],
    [{ wokenAt: at(-301) }, true],
    [{ wokenAt: at(-200), leaseUntil: at(-1) }, true],
    [{ dueAt: at(-20 * MINUTE), wokenAt: at(-10 * MINUTE) }, false],
    [{ dueAt: at(-20 * MINUTE), wokenAt: at(-10 * MINUTE - 1) }, true],
  ])('with %j are sent again: %j', async (columns, isTaken) => {
    await addRows({}, { row: columns })
    expect(await take()).toEqual(isTaken ? ['row'] : [])
    // The next sweep leaves them alone.
    expect(await take()).toEqual([])
    expect(await readRow('row')).toMatchObject({ wokenAt: isTaken ? NOW : (columns['wokenAt'] ?? null) })
  })

  it('are sent for the longest waiting rows first, and not while the channel is paused', async () => {
    await addRows({}, { late: { dueAt: at(-200) }, later: { dueAt: at(-130) }, latest: { dueAt: at(-300) } })
    await pauseChannel(stack.db, { channel: 'email', until: at(1), reason: 'x' })
    expect(await take()).toEqual([])
    await tables.channelPauses.set(stack.db, {}, { pausedUntil: NOW })
    await pauseChannel(stack.db, { channel: 'telegram', until: at(1), reason: 'x' })
    const first = await takeUnqueuedDeliveries(stack.db, { channel: 'email', now: NOW, limit: 2 })
    expect(first.sort()).toEqual(['late', 'latest'])
  })

  it('are sent at a start for every row that is due, whatever was sent before', async () => {
    await addRows(
      { wokenAt: at(-1) },
      {
        cut: { status: 'sending', leaseUntil: at(-1) },
        doubtful: { status: 'unknown', dueAt: NOW },
        fresh: { dueAt: at(-1), wokenAt: null },
        chat: { channel: 'telegram' },
        decided: { status: 'unknown', dueAt: null },
        later: { dueAt: at(1) },
        sent: { status: 'sent' },
      },
    )
    const { sent, queues } = recordMessages()
    const urls = { email: 'e', telegram: 't' }
    const request = { queues: queues as never, urls: urls as never, now: NOW }
    expect(await enqueueDueDeliveries(stack.db, request)).toBe(4)
    expect(sent).toEqual(['e {"deliveryIds":["cut","doubtful","fresh"]}', 't {"deliveryIds":["chat"]}'])
  })

  it('of a release are sent for the pending rows of its plan, in the order of their ids', async () => {
    await tables.releases.add(stack.db, [
      { id: 'r1', clippingId: 'c' },
      { id: 'r2', clippingId: 'c' },
    ])
    const planned = (name: string, seconds = 0) => `${encodeTime(at(seconds).getTime())}${name}`
    const rows: Record<string, Columns> = {
      [planned('3')]: {},
      [planned('1')]: {},
      [planned('2')]: { channel: 'telegram' },
      [planned('4')]: { status: 'sent' },
      [planned('5')]: { releaseId: 'r2' },
      [planned('6', -1)]: {},
      [planned('0', 1)]: {},
    }
    const addressed = Object.entries(rows).map(([id, own]) => [id, { address: id, ...own }] as const)
    await addRows({ releaseId: 'r1' }, Object.fromEntries(addressed))
    const { sent, queues } = recordMessages()
    const urls = { email: 'e', telegram: 't' }
    const waking = { releaseId: 'r1', plannedAt: NOW, queues: queues as never, urls: urls as never }
    expect(await enqueueDeliveries(stack.db, waking)).toBe(4)
    const mails = [planned('1'), planned('3'), planned('0', 1)]
    expect(sent).toEqual([
      `e ${JSON.stringify({ deliveryIds: mails })}`,
      `t ${JSON.stringify({ deliveryIds: [planned('2')] })}`,
    ])
  })

  it('of notices that a queue refuses are sent by the next try', async () => {
    const base = { kind: 'clipping-ended' }
    const kinds = ['channel-off', 'clipping-changed', 'confirmation', 'telegram-moved']
    const others = Object.fromEntries(kinds.map((kind) => [kind, { kind, dueAt: at(-200) }]))
    const skipped = { sent: { status: 'sent' }, later: { dueAt: at(1) }, release: { kind: 'release' } }
    await addRows(base, {
      mail: {},
      chat: { channel: 'telegram' },
      woken: { wokenAt: at(-9) },
      ...skipped,
      ...others,
    })
    const sent: string[] = []
    let isFull = true
    const queues = {
      send: async (url: string, bodies: readonly string[]) => {
        if (isFull) throw new Error('the queue is full')
        sent.push(...bodies.map((body) => `${url} ${body}`))
      },
    }
    const request = { queues: queues as never, urls: { email: 'e', telegram: 't' }, now: NOW }
    await expect(enqueueNotices(stack.db, request)).rejects.toThrow('the queue is full')
    isFull = false
    await enqueueNotices(stack.db, request)
    const messages = sent.map((message) => [message.slice(0, 1), idsOf(message).toSorted()])
    expect(messages).toEqual([
      ['e', ['channel-off', 'clipping-changed', 'confirmation', 'mail', 'telegram-moved']],
      ['t', ['chat']],
    ])
    await enqueueNotices(stack.db, request)
    expect(sent).toHaveLength(2)
  })

  it('of more notices than one statement takes are sent for the longest waiting ones first', async () => {
    const ids = Array.from({ length: 2001 }, (_, n) => `n${n}`)
    const base = { kind: 'clipping-ended' }
    await addRows(base, Object.fromEntries(ids.map((id, n) => [id, { dueAt: at(n === 0 ? -1 : -n - 1) }])))
    const { sent, queues } = recordMessages()
    await enqueueNotices(stack.db, { queues: queues as never, urls: { email: 'e' }, now: NOW })
    expect(sent.flatMap(idsOf).toSorted()).toEqual(ids.toSorted())
    expect(idsOf(sent.at(-1) ?? '')).toEqual(['n0'])
  })
})

describe('operators', () => {
  it('see the latest changes first, of the wanted rows alone', async () => {
    await addRows(
      { status: 'failed' },
      {
        b: { updatedAt: at(-20) },
        a: { updatedAt: at(-20) },
        new: { updatedAt: at(-10), subscriptionId: 't' },
        chat: { channel: 'telegram', updatedAt: at(-30) },
        sent: { status: 'sent' },
      },
    )
    const list = async (scope: object, limit = 10) =>
      (await listDeliveries(stack.db, { statuses: ['failed'], limit, ...scope })).map(({ id }) => id)
    expect(await list({})).toEqual(['new', 'a', 'b', 'chat'])
    expect(await list({}, 2)).toEqual(['new', 'a'])
    expect(await list({ channel: 'email' })).toEqual(['new', 'a', 'b'])
    expect(await list({ clippingId: 'c' })).toEqual(['a', 'b', 'chat'])
    expect(await list({ ids: ['chat', 'sent'] })).toEqual(['chat'])
    const [row] = await listDeliveries(stack.db, { statuses: ['sent'], limit: 1 })
    expect(row).toEqual({
      id: 'sent',
      clippingId: 'c',
      clippingName: 'Saúde',
      kind: 'release',
      channel: 'email',
      status: 'sent',
      attempts: 1,
      error: null,
      dueAt: at(-300),
      updatedAt: at(-3600),
    })
  })

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ status: 'unknown' }, true],
    [{ status: 'skipped' }, true],
    [{ status: 'pending' }, false],
    [{ status: 'sent' }, false],
    [{ address: 'sha256:abc' }, false],
    [{ leaseUntil: at(1) }, false],
    [{ leaseUntil: NOW }, false],
    [{ leaseUntil: at(-1) }, true],
  ])('retry a row with %j: %j', async (columns, isRetried) => {
    await addRows({ status: 'failed', attempts: 5, unclear: 2, dueAt: null, error: 'x' }, { row: columns })
    const statuses = ['failed', 'unknown', 'skipped', 'pending', 'sent'] as const
    const rows = await retryDeliveries(stack.db, { statuses, limit: 5, now: NOW })
    expect(rows).toEqual(isRetried ? [{ id: 'row', channel: 'email' }] : [])
    const retried = { status: 'pending', attempts: 0, unclear: 0, dueAt: NOW, wokenAt: NOW, error: null }
    expect(await readRow('row')).toMatchObject(
      isRetried ? { ...retried, updatedAt: NOW } : { attempts: 5, error: 'x', wokenAt: null },
    )
  })

  it('retry the longest waiting rows first, up to the limit', async () => {
    await addRows({ status: 'failed' }, { new: { updatedAt: at(-1) }, old: { updatedAt: at(-9) } })
    const rows = await retryDeliveries(stack.db, { statuses: ['failed'], limit: 1, now: NOW })
    expect(rows.map(({ id }) => id)).toEqual(['old'])
  })

  it('retry the wanted rows alone', async () => {
    const ids = ['chat', 'mail', 'other'] as const
    await addRows(
      { status: 'failed' },
      { chat: { channel: 'telegram' }, mail: {}, other: { subscriptionId: 't' } },
    )
    const retry = async (scope: object) => {
      const rows = await retryDeliveries(stack.db, { statuses: ['failed'], limit: 9, now: NOW, ...scope })
      await tables.deliveries.set(stack.db, { id: [...ids] }, { status: 'failed' })
      return rows.map(({ id }) => id).sort()
    }
    expect(await retry({ channel: 'telegram' })).toEqual(['chat'])
    expect(await retry({ clippingId: 'c' })).toEqual(['chat', 'mail'])
    expect(await retry({ ids: ['other', 'mail'] })).toEqual(['mail', 'other'])
    expect(await retry({ statuses: ['unknown'] })).toEqual([])
    expect(await retry({})).toEqual(ids)
  })

  it('see what is due, and what ended since an instant', async () => {
    await addRows(
      {},
      {
        a: { dueAt: at(-5) },
        b: { dueAt: at(-9), status: 'unknown' },
        now: { dueAt: NOW, status: 'sending' },
        later: { dueAt: at(1) },
        never: { dueAt: null, status: 'unknown', createdAt: at(-61) },
        sent: { status: 'sent' },
        failed: { status: 'failed', createdAt: at(-60) },
        old: { status: 'failed', createdAt: at(-61) },
        skipped: { status: 'skipped' },
        chat: { channel: 'telegram', status: 'sent' },
      },
    )
    await tables.deliveries.set(stack.db, { id: ['sent', 'chat', 'skipped'] }, { createdAt: NOW })
    await pauseChannel(stack.db, { channel: 'telegram', until: at(1), reason: 'x' })
    await pauseChannel(stack.db, { channel: 'email', until: NOW, reason: 'x' })
    const status = await listChannelStatus(stack.db, { now: NOW, since: at(-60) })
    const open = { due: 3, oldestDueAt: at(-9), pausedUntil: null }
    expect(status.slice(0, 2)).toEqual([
      { channel: 'email', ...open, sent: 1, failed: 1, unknown: 0 },
      { channel: 'telegram', due: 0, oldestDueAt: null, pausedUntil: at(1), sent: 1, failed: 0, unknown: 0 },
    ])
    const lag = await listDeliveryLag(stack.db, NOW)
    expect(lag[0]).toEqual({ channel: 'email', ...open })
    expect(lag[1]).toEqual({ channel: 'telegram', due: 0, oldestDueAt: null, pausedUntil: at(1) })
    expect(lag.map(({ channel }) => channel)).toEqual(status.map(({ channel }) => channel))
  })

  it('count failures since an instant', async () => {
    const failed = { status: 'failed', updatedAt: at(-60) }
    await addRows({}, { a: failed, b: { ...failed, updatedAt: at(-61) }, c: { updatedAt: NOW } })
    expect(await countFailedDeliveries(stack.db, at(-60))).toBe(1)
    expect(await countFailedDeliveriesByDay(stack.db, at(-60))).toEqual(new Map([['2026-06-01', 1]]))
  })

  it('end the leases of open rows, whose workers are gone', async () => {
    await addRows({ leaseUntil: at(9) }, { open: {}, sent: { status: 'sent' }, over: { leaseUntil: at(-1) } })
    await endDeliveryLeases(stack.db, NOW)
    const leases = { open: NOW, sent: at(9), over: at(-1) }
    for (const [id, leaseUntil] of Object.entries(leases))
      expect(await readRow(id)).toMatchObject({ leaseUntil })
  })
})

describe('events of the mail provider', () => {
  const sent: MailEvent = { kind: 'sent', deliveryId: 'row', providerId: 'p', addresses: [] }
  const bounce: MailEvent = { ...sent, kind: 'hard-bounce', addresses: ['ana@exemplo.org'] }
  it.each<[Columns, MailEvent, string]>([
    [{ status: 'pending' }, sent, 'sent'],
    [{ status: 'sending' }, sent, 'sent'],
    [{ status: 'unknown' }, sent, 'sent'],
    [{ status: 'failed' }, sent, 'failed'],
    [{ status: 'skipped' }, sent, 'skipped'],
    [{ channel: 'telegram' }, sent, 'unknown'],
    [{ attempts: 0 }, sent, 'unknown'],
    [{ status: 'sent' }, bounce, 'failed'],
    [{ channel: 'telegram' }, bounce, 'unknown'],
    [{ attempts: 0 }, bounce, 'unknown'],
  ])('on a row with %j: %j', async (columns, event, status) => {
    await addRows({ status: 'unknown', leaseUntil: LEASE, error: 'x' }, { row: columns, other: {} })
    const before = await readRow('row')
    await recordMailEvents(stack.db, [event], NOW)
    const isChanged = status !== before?.['status']
    const isSent = status === 'sent'
    const changes = { status, dueAt: null, leaseUntil: null, updatedAt: NOW }
    const own = isSent
      ? { error: null, sentAt: NOW, providerId: 'p' }
      : { error: 'the address bounced', providerId: null }
    expect(await readRow('row')).toMatchObject(isChanged ? { ...changes, ...own } : { ...before })
    expect(await readRow('other')).toMatchObject({ status: 'unknown', error: 'x' })
    expect(await tables.suppressedAddresses.count(stack.db)).toBe(event.kind === 'hard-bounce' ? 1 : 0)
  })
})

describe('old rows of the ledger', () => {
  it('lose their addresses, payloads and errors, the oldest first', async () => {
    const old = { createdAt: at(-9), payload: { a: 1 }, error: 'x', leaseUntil: at(9) }
    const statuses = ['pending', 'sending', 'unknown', 'sent', 'skipped'] as const
    await addRows(old, Object.fromEntries(statuses.map((status) => [status, { status }])))
    await addRows({ createdAt: at(-8) }, { edge: {}, older: { createdAt: at(-10) } })
    expect(await hashOldAddresses(stack.db, { before: at(-8), limit: 1 })).toBe(1)
    expect(await readRow('older')).toMatchObject({ address: expect.stringMatching(/^sha256:/) })
    expect(await hashOldAddresses(stack.db, { before: at(-8), limit: 9 })).toBe(5)
    expect(await hashOldAddresses(stack.db, { before: at(-8), limit: 9 })).toBe(0)
    expect(await readRow('sent')).toMatchObject({ payload: null, error: null, leaseUntil: null })
    expect(await readRow('edge')).toMatchObject({ address: 'ana@exemplo.org' })
    const failed = { pending: 'failed', sending: 'failed', unknown: 'failed', older: 'failed' }
    expect(await readStatuses()).toEqual({ ...failed, sent: 'sent', skipped: 'skipped', edge: 'pending' })
  })

  it('are removed up to the limit, the oldest first', async () => {
    await addRows({ status: 'sent' }, { new: { createdAt: at(-9) }, old: { createdAt: at(-10) } })
    expect(await removeOldDeliveries(stack.db, { before: at(-8), limit: 1 })).toBe(1)
    expect(await readStatuses()).toEqual({ new: 'sent' })
  })

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ status: 'unknown' }, true],
    [{ status: 'failed' }, false],
    [{ channel: 'telegram' }, true],
    [{ address: 'bia@exemplo.org' }, true],
    [{ userId: 'bia', channel: 'telegram' }, false],
    [{ userId: 'bia', address: 'BIA@exemplo.org' }, false],
    [{ userId: 'bia', address: hashOf('bia@exemplo.org') }, false],
    [{ userId: 'bia', address: hashOf('equipe@exemplo.org') }, true],
    [{ userId: 'bia', address: 'equipe@exemplo.org' }, true],
  ])('with %j are removed, and note that their release reached others: %j', async (columns, reached) => {
    await tables.releases.add(stack.db, [
      { id: 'r1', clippingId: 'c' },
      { id: 'r2', clippingId: 'c' },
    ])
    await addRows(
      { releaseId: 'r1', status: 'sent', createdAt: at(-9) },
      { old: columns, edge: { address: 'x', createdAt: at(-8) } },
    )
    expect(await removeOldDeliveries(stack.db, { before: at(-8), limit: 9 })).toBe(1)
    expect(await readStatuses()).toEqual({ edge: 'sent' })
    const rows = await stack.db`select id from releases where reached_others`
    expect(rows).toEqual(reached ? [{ id: 'r1' }] : [])
  })
})
