import { listPushAgencies, putPushPreferences } from '@pauta/delivery/channels/push/preferences'
import { syncPushSubscription } from '@pauta/delivery/channels/push/subscriptions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW } from '../kit/rows/delivery-rows.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// The browsers of people, on rows that differ from a matching row in one column.
let stack: TestStack
const { restart } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-push'] })
})
afterAll(() => stack.stop())
beforeEach(restart)

describe('a browser', () => {
  const KEYS = { keysP256dh: 'p', keysAuth: 'a' }
  const sync = (endpoint: string, { userId = 'ana', keys = KEYS, now = NOW } = {}) =>
    syncPushSubscription(stack.db, { userId, subscription: { endpoint, ...keys }, now })
  const read = () => stack.db`
    select endpoint, user_id, keys_p256dh, keys_auth, created_at, updated_at from push_subscriptions order by endpoint`
  const row = { endpoint: 'e', userId: 'ana', ...KEYS, createdAt: NOW, updatedAt: NOW }

  it('of a person may get other keys', async () => {
    await sync('e')
    expect(await read()).toEqual([row])
    await sync('e', { keys: { keysP256dh: 'q', keysAuth: 'b' }, now: at(9) })
    expect(await read()).toEqual([{ ...row, keysP256dh: 'q', keysAuth: 'b', updatedAt: at(9) }])
  })

  it('is bound to the key of the last push as long as its own keys are the same', async () => {
    const readKey = () => stack.db`select sender_key from push_subscriptions`
    await sync('e')
    await tables.pushSubscriptions.set(stack.db, { endpoint: 'e' }, { senderKey: 'ours' })
    await sync('e')
    expect(await readKey()).toEqual([{ senderKey: 'ours' }])
    await sync('e', { keys: { ...KEYS, keysP256dh: 'q' } })
    expect(await readKey()).toEqual([{ senderKey: null }])
  })

  it('moves to another person who has both of its keys', async () => {
    await sync('e')
    for (const changes of [{ keysP256dh: 'q' }, { keysAuth: 'b' }])
      await expect(sync('e', { userId: 'bia', keys: { ...KEYS, ...changes } })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    expect(await read()).toEqual([row])
    await sync('e', { userId: 'bia' })
    expect(await read()).toEqual([{ ...row, userId: 'bia' }])
  })

  it('takes the place of the one that a person with twenty others used longest ago', async () => {
    const browsers = Array.from({ length: 20 }, (_, n) => `e${String(n).padStart(2, '0')}`)
    for (const [n, endpoint] of browsers.entries()) await sync(endpoint, { now: at(n === 7 ? 1 : 5) })
    await sync('of bia', { userId: 'bia', now: at(0) })
    // The present browser stays, whatever its clock.
    await sync('present', { now: at(-9) })
    const endpoints = async () => (await read()).map(({ endpoint }) => endpoint as unknown)
    const kept = browsers.filter((_, n) => n !== 7)
    expect(await endpoints()).toEqual([...kept, 'of bia', 'present'])
    await tables.pushSubscriptions.set(stack.db, { endpoint: 'present' }, { updatedAt: at(9) })
    // Of those that were used at one instant, the last by its address goes.
    await sync('next', { now: at(9) })
    expect(await endpoints()).toEqual([...kept.slice(0, -1), 'next', 'of bia', 'present'])
  })
})

describe('the preferences of pushes', () => {
  const put = (userId: string, enabled: boolean, seconds: number, agencies = ['mec']) =>
    putPushPreferences(stack.db, {
      userId,
      preferences: { agencies, themes: ['01'], enabled },
      now: at(seconds),
    })
  const read = async (userId: string) =>
    (
      await stack.db`select enabled, agencies, pushed_until from push_preferences where user_id = ${userId}`
    )[0]

  it('cover articles from the moment in which a person turns them on', async () => {
    await put('ana', true, 0)
    await put('bia', true, 1, ['saude'])
    await put('ana', true, 5, ['ans'])
    expect(await read('ana')).toEqual({ enabled: true, agencies: ['ans'], pushedUntil: NOW })
    await put('ana', false, 6)
    expect(await read('ana')).toEqual({ enabled: false, agencies: ['mec'], pushedUntil: NOW })
    await put('ana', true, 7)
    expect(await read('ana')).toEqual({ enabled: true, agencies: ['mec'], pushedUntil: at(7) })
    expect(await read('bia')).toEqual({ enabled: true, agencies: ['saude'], pushedUntil: at(1) })
    expect([await listPushAgencies(stack.db, 'bia'), await listPushAgencies(stack.db, 'eva')]).toEqual([
      ['saude'],
      [],
    ])
  })
})
