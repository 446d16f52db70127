import { email } from '@pauta/delivery/channels/email/definition'
import { beginDeliveries, skipDeliveries } from '@pauta/delivery/ledger/begin'
import { claimDeliveries, returnDeliveries } from '@pauta/delivery/ledger/claim'
import { countFailures, suppressAddresses } from '@pauta/delivery/ledger/consequences'
import { urlRows } from '@pauta/delivery/channels/url-channel'
import type { LedgerPolicy } from '@pauta/delivery/ledger/delivery'
import { pauseChannel, settleDeliveries, type Settlement } from '@pauta/delivery/ledger/settle'
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

describe('a claim', () => {
  const policy: LedgerPolicy = { channel: 'email', isKeyed: false, isReported: false }
  const claim = async (ids: string[], changes: Partial<LedgerPolicy> = {}) =>
    (await claimDeliveries(stack.db, { ids, now: NOW, policy: { ...policy, ...changes } })).deliveries.map(
      ({ id }) => id,
    )

  it.each<[string, Columns, boolean]>([
    ['a due row', {}, true],
    ['a row that is due now', { dueAt: NOW }, true],
    ['a row that is due later', { dueAt: at(0.001) }, false],
    ['a row of another channel', { channel: 'telegram' }, false],
    ['a row with a valid lease', { leaseUntil: at(1) }, false],
    ['a row whose lease ends now', { leaseUntil: NOW }, false],
    ['a row whose lease has expired', { leaseUntil: at(-1) }, true],
    ['an uncertain row', { status: 'unknown' }, true],
    ['an uncertain row that is due later', { status: 'unknown', dueAt: at(1) }, false],
    ['a row of a crashed hand-off, due later', { status: 'sending', leaseUntil: at(-1), dueAt: at(9) }, true],
    ['a sent row', { status: 'sent' }, false],
    ['a failed row', { status: 'failed' }, false],
    ['a skipped row', { status: 'skipped' }, false],
  ])('of %s: %#', async (_, columns, isTaken) => {
    await addRows({}, { row: columns })
    expect(await claim(['row'])).toEqual(isTaken ? ['row'] : [])
  })

  it('takes the given rows alone, by release and id', async () => {
    await tables.releases.add(stack.db, [
      { id: 'r1', clippingId: 'c' },
      { id: 'r2', clippingId: 'c' },
    ])
    await addRows(
      {},
      { d: { releaseId: 'r1', address: 'x' }, a: { releaseId: 'r2' }, b: { releaseId: 'r1' }, x: {} },
    )
    expect(await claim(['a', 'b', 'd'])).toEqual(['b', 'd', 'a'])
    expect(await readRow('x')).toMatchObject({ leaseUntil: null })
  })

  it.each([
    ['email', 1, []],
    ['email', 0, ['row']],
    ['telegram', 1, ['row']],
  ])('while %s is paused for %d s takes %j', async (channel, seconds, taken) => {
    await pauseChannel(stack.db, { channel, until: at(seconds), reason: 'x' })
    await addRows({}, { row: {} })
    expect(await claim(['row'])).toEqual(taken)
  })

  const CRASHED = 'the worker died within the hand-off'
  it.each<[Partial<LedgerPolicy>, Columns, Columns]>([
    [{}, {}, { status: 'unknown', error: CRASHED, dueAt: at(-300), leaseUntil: LEASE }],
    [{ isKeyed: true }, {}, { status: 'pending', error: CRASHED, leaseUntil: LEASE }],
    [{ isReported: true }, {}, { status: 'unknown', dueAt: at(600), leaseUntil: null }],
    [{}, { attempts: 9 }, { status: 'unknown', leaseUntil: LEASE }],
    [{}, { attempts: 10 }, { status: 'unknown', dueAt: null, leaseUntil: null }],
    [{ isKeyed: true }, { attempts: 10 }, { status: 'failed', dueAt: null, leaseUntil: null }],
    [
      { isKeyed: true },
      { status: 'pending', attempts: 10, error: 'x' },
      { status: 'pending', error: 'x', leaseUntil: LEASE },
    ],
    [{ isReported: true }, { status: 'unknown' }, { status: 'unknown', dueAt: at(-300), leaseUntil: LEASE }],
  ])('by %j of a crashed row with %j leaves %j', async (changes, columns, left) => {
    await addRows({ status: 'sending', leaseUntil: at(-1) }, { row: columns })
    const isClaimed = left['leaseUntil'] !== null
    expect(await claim(['row'], changes)).toEqual(isClaimed ? ['row'] : [])
    expect(await readRow('row')).toMatchObject({ ...left, updatedAt: NOW })
  })

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ status: 'unknown' }, true],
    [{ status: 'sending' }, false],
    [{ status: 'sent' }, false],
    [{ leaseUntil: at(151) }, false],
  ])('with %j is returned, or skipped: %j', async (columns, isOwn) => {
    await addRows({ leaseUntil: LEASE }, { row: columns, same: columns, other: {} })
    const before = await readRow('row')
    await returnDeliveries(stack.db, { ids: ['row'], lease: LEASE, dueAt: at(60) })
    expect(await readRow('row')).toEqual(isOwn ? { ...before, leaseUntil: null, dueAt: at(60) } : before)
    await skipDeliveries(stack.db, { ids: ['same'], lease: LEASE, reason: 'no', now: NOW })
    const skipped = { status: 'skipped', error: 'no', leaseUntil: null, updatedAt: NOW }
    expect(await readRow('same')).toMatchObject(isOwn ? skipped : columns)
    expect(await readRow('other')).toMatchObject({ status: 'pending', leaseUntil: LEASE, dueAt: at(-300) })
  })

  it('keeps the due time of a row that is returned without one', async () => {
    await addRows({ leaseUntil: LEASE }, { row: {} })
    await returnDeliveries(stack.db, { ids: ['row'], lease: LEASE })
    expect(await readRow('row')).toMatchObject({ leaseUntil: null, dueAt: at(-300) })
  })
})

describe('the beginning of a hand-off', () => {
  const begin = (ids: string[]) => beginDeliveries(stack.db, { channel: email, ids, lease: LEASE, now: NOW })

  it.each<[Columns, object | undefined]>([
    [{}, { skipped: null, attempts: 2, unclear: 0, role: 'SUBSCRIBER', isOwn: true, name: 'Ana' }],
    [
      { status: 'unknown', unclear: 1 },
      { skipped: null, attempts: 2, unclear: 1 },
    ],
    [{ address: 'ANA@exemplo.org' }, { skipped: null, isOwn: true }],
    [{ status: 'sending' }, undefined],
    [{ status: 'sent' }, undefined],
    [{ leaseUntil: at(299) }, undefined],
    [
      { address: 'equipe@exemplo.org' },
      { skipped: 'the address is not confirmed', isOwn: false, attempts: 1 },
    ],
    [{ address: 'suprimida@exemplo.org' }, { skipped: 'the address is suppressed' }],
    [
      { kind: 'confirmation', address: 'x@exemplo.org' },
      { skipped: 'the question was answered or withdrawn' },
    ],
    [
      { kind: 'clipping-ended', subscriptionId: null, address: 'x@exemplo.org' },
      { skipped: null, role: null },
    ],
    [
      { userId: 'bia', address: 'bia@exemplo.org' },
      { skipped: 'the address is not confirmed', isOwn: false },
    ],
  ])('of a row with %j gives %j', async (columns, recipient) => {
    await suppressAddresses(stack.db, { addresses: ['suprimida@exemplo.org'], reason: 'bounce', now: NOW })
    await addRows({ leaseUntil: LEASE }, { row: columns, other: {} })
    const recipients = await begin(['row'])
    expect(recipients).toMatchObject(recipient ? [recipient] : [])
    const [found] = recipients
    const status = !found ? (columns['status'] ?? 'pending') : found.skipped === null ? 'sending' : 'skipped'
    expect(await readRow('row')).toMatchObject({ status, error: found?.skipped ?? null })
    expect(await readRow('other')).toMatchObject({ status: 'pending' })
  })

  it.each([
    ['release', 'the subscription has ended', 'the channel is off'],
    ['clipping-changed', 'the subscription has ended', 'the channel is off'],
    ['clipping-ended', null, null],
  ])('of a %s after its subscription ended: %j, its channel off: %j', async (kind, ended, off) => {
    await tables.subscriptions.set(stack.db, { id: 't' }, { active: false })
    await tables.subscriptionChannels.set(
      stack.db,
      { subscriptionId: 's', channel: 'email' },
      { active: false },
    )
    await addRows({ leaseUntil: LEASE, kind }, { a: { subscriptionId: 't' }, b: {} })
    const found = new Map((await begin(['a', 'b'])).map(({ id, skipped }) => [id, skipped]))
    expect([found.get('a'), found.get('b')]).toEqual([ended, off])
    expect(await readRow('a')).toMatchObject({ leaseUntil: ended === null ? LEASE : null })
  })

  const TEAM = 'equipe@exemplo.org'
  const OTHER_TEAM = 'outra@exemplo.org'
  const UNCONFIRMED = 'the address is not confirmed'
  const SETTLED = 'the question was answered or withdrawn'
  it.each([
    ['release', 'confirmed', TEAM, true, [TEAM], null],
    ['release', 'asked', TEAM, true, [TEAM], UNCONFIRMED],
    ['release', 'confirmed', OTHER_TEAM, true, [TEAM, OTHER_TEAM], UNCONFIRMED],
    ['release', 'confirmed', TEAM, true, [OTHER_TEAM], UNCONFIRMED],
    ['release', 'confirmed', TEAM, false, [TEAM], 'the subscription has ended'],
    ['confirmation', 'asked', TEAM, true, [TEAM], null],
    ['confirmation', 'confirmed', TEAM, true, [TEAM], SETTLED],
    ['confirmation', 'asked', OTHER_TEAM, true, [TEAM, OTHER_TEAM], SETTLED],
    ['confirmation', 'asked', TEAM, true, [OTHER_TEAM], SETTLED],
    ['confirmation', 'asked', TEAM, false, [TEAM], SETTLED],
  ])(
    'of a %s, with the consent %s of %s (active %j, listed %j): %j',
    async (kind, status, address, active, extraEmails, skipped) => {
      await tables.subscriptions.set(stack.db, { id: 's' }, { active, extraEmails })
      await tables.subscriptions.set(stack.db, { id: 't' }, { extraEmails })
      await tables.addressConsents.add(stack.db, { address, subscriptionId: 's', status })
      await addRows({ kind, leaseUntil: LEASE, address: TEAM }, { row: {}, other: { subscriptionId: 't' } })
      const found = new Map((await begin(['row', 'other'])).map((row) => [row.id, row.skipped]))
      expect(found.get('row')).toBe(skipped)
      // The consent is for one subscription.
      expect(found.get('other')).toBe(kind === 'release' ? UNCONFIRMED : SETTLED)
    },
  )
})

describe('a settlement', () => {
  const settlement: Settlement = {
    id: 'row',
    status: 'pending',
    dueAt: at(60),
    isRefunded: false,
    isUnclear: false,
    error: 'later',
    providerId: null,
  }
  const settle = (changes: Partial<Settlement>, consequences = { failed: [], gone: [] }) =>
    settleDeliveries(stack.db, {
      channel: email,
      lease: LEASE,
      settlements: [{ ...settlement, ...changes }],
      consequences,
      now: NOW,
    })

  it.each<[Columns, Partial<Settlement>, Columns | null]>([
    [{}, {}, { status: 'pending', attempts: 3, unclear: 1, dueAt: at(60), error: 'later', sentAt: null }],
    [{}, { isRefunded: true }, { attempts: 2, unclear: 1 }],
    [{}, { isUnclear: true, status: 'unknown' }, { attempts: 3, unclear: 2, status: 'unknown' }],
    [
      {},
      { status: 'sent', dueAt: null, error: null },
      { status: 'sent', sentAt: NOW, dueAt: null, error: null },
    ],
    [{}, { providerId: 'new' }, { providerId: 'new' }],
    [{}, {}, { providerId: 'old', leaseUntil: null, updatedAt: NOW }],
    [{ leaseUntil: at(151) }, {}, null],
    [{ status: 'pending' }, {}, null],
    [{ status: 'pending' }, { status: 'sent' }, { status: 'sent' }],
    [{ status: 'unknown', leaseUntil: null }, { status: 'sent' }, { status: 'sent' }],
    [{ leaseUntil: at(151) }, { status: 'sent' }, { status: 'sent' }],
    [{ status: 'failed' }, { status: 'sent' }, null],
    [{ status: 'skipped' }, { status: 'sent' }, null],
  ])('of a row with %j by %j writes %j', async (columns, changes, written) => {
    const base = { status: 'sending', leaseUntil: LEASE, attempts: 3, unclear: 1, providerId: 'old' }
    await addRows(base, { row: columns, other: {} })
    const before = await readRow('row')
    await settle(changes)
    expect(await readRow('row')).toMatchObject(written ?? { ...before })
    expect(await readRow('other')).toMatchObject({ status: 'sending', leaseUntil: LEASE })
  })

  it.each<[Partial<Settlement>, number[]]>([
    [{ status: 'sent' }, [0, 3, 3]],
    [{ status: 'failed' }, [3, 3, 3]],
  ])('by %j leaves the failures %j', async (changes, failures) => {
    const pairs = [
      ['s', 'email'],
      ['s', 'telegram'],
      ['t', 'email'],
    ]
    await tables.channelFailures.add(
      stack.db,
      pairs.map(([subscriptionId = '', channel = '']) => ({ subscriptionId, channel, failedReleases: 3 })),
    )
    await addRows({ status: 'sending', leaseUntil: LEASE }, { row: {} })
    await settle(changes)
    const rows = await stack.db<{ failedReleases: number }[]>`
      select failed_releases from channel_failures order by subscription_id, channel`
    expect(rows.map(({ failedReleases }) => failedReleases)).toEqual(failures)
  })

  it('of a dead URL switches off the channel that still has it', async () => {
    const [dead, later] = ['https://a.exemplo.org/', 'https://b.exemplo.org/']
    await tables.subscriptions.add(stack.db, { id: 'u', clippingId: 'c', userId: 'bia', role: 'AUTHOR' })
    const urls = { 's webhook': dead, 's slack': dead, 't webhook': later, 'u webhook': dead }
    await tables.subscriptionChannels.add(
      stack.db,
      Object.entries(urls).map(([key, address]) => {
        const [subscriptionId = '', channel = ''] = key.split(' ')
        return { subscriptionId, channel, address, active: true, secret: channel === 'webhook' ? 'x' : null }
      }),
    )
    await addRows(
      { status: 'sending', leaseUntil: LEASE, channel: 'webhook', address: dead },
      { row: {}, replaced: { subscriptionId: 't' }, other: { subscriptionId: 't', address: later } },
    )
    await settleDeliveries(stack.db, {
      channel: urlRows('webhook'),
      lease: LEASE,
      settlements: [],
      consequences: { failed: [], gone: ['row', 'replaced'] },
      now: NOW,
    })
    const off = await stack.db`
      select subscription_id, channel, failed_releases, disabled_at
      from subscription_channels left join channel_failures using (subscription_id, channel) where not active`
    expect(off).toEqual([{ subscriptionId: 's', channel: 'webhook', failedReleases: 0, disabledAt: NOW }])
    expect(await tables.channelFailures.count(stack.db)).toBe(1)
  })

  it('pauses a channel until the later of two ends', async () => {
    const ends = []
    for (const seconds of [60, 30, 90]) {
      await pauseChannel(stack.db, { channel: 'email', until: at(seconds), reason: `${seconds}` })
      const [row] = await stack.db`select paused_until, reason from channel_pauses`
      ends.push(row)
    }
    expect(ends).toEqual([60, 60, 90].map((seconds) => ({ pausedUntil: at(seconds), reason: `${seconds}` })))
  })
})

describe('failed releases', () => {
  beforeEach(() =>
    tables.releases.add(
      stack.db,
      [1, 2, 3, 4, 5].map((n) => ({ id: `r${n}`, clippingId: 'c' })),
    ),
  )
  const readFailures = async () =>
    await stack.db`
      select f.subscription_id, f.channel, f.failed_releases, f.last_release_id, c.active
      from channel_failures f join subscription_channels c using (subscription_id, channel)`

  it.each<[Columns, boolean]>([
    [{ status: 'failed' }, true],
    [{ status: 'skipped' }, true],
    [{ status: 'sent' }, false],
    [{ status: 'pending' }, false],
    [{ status: 'sending' }, false],
    [{ status: 'unknown' }, false],
    [{ status: 'unknown', dueAt: null }, true],
    [{ status: 'sent', releaseId: 'r2' }, true],
    [{ status: 'sent', subscriptionId: 't' }, true],
    [{ status: 'sent', channel: 'telegram' }, true],
  ])('with another row of %j count: %j', async (other, counts) => {
    await addRows({ releaseId: 'r1', status: 'failed' }, { row: {}, other: { address: 'x', ...other } })
    await countFailures(stack.db, ['row'], NOW)
    const failure = {
      subscriptionId: 's',
      channel: 'email',
      failedReleases: 1,
      lastReleaseId: 'r1',
      active: true,
    }
    expect(await readFailures()).toEqual(counts ? [failure] : [])
    await countFailures(stack.db, ['row'], NOW)
    expect(await readFailures()).toEqual(counts ? [failure] : [])
  })

  it('do not count without a release or without a subscription', async () => {
    await addRows(
      { status: 'failed' },
      { a: { releaseId: null }, b: { releaseId: 'r1', subscriptionId: null } },
    )
    await countFailures(stack.db, ['a', 'b'], NOW)
    expect(await readFailures()).toEqual([])
  })

  it.each([
    [4, true, 4, null],
    [5, false, 0, NOW],
  ])('%d in a row leave the channel on: %j', async (count, active, failedReleases, disabledAt) => {
    const rows = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`d${n}`, { releaseId: `r${n}` }]))
    await addRows({ status: 'failed' }, rows)
    for (let n = 1; n <= count; n++) await countFailures(stack.db, [`d${n}`], NOW)
    expect(await readFailures()).toMatchObject([{ active, failedReleases, lastReleaseId: `r${count}` }])
    expect(await stack.db`select disabled_at from channel_failures`).toMatchObject([{ disabledAt }])
    // Other channels and other subscriptions stay on.
    expect(await tables.subscriptionChannels.count(stack.db, { active: true })).toBe(active ? 3 : 2)
  })
})
