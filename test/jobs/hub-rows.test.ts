import {
  confirmRequest,
  delayRequest,
  dropRequest,
  listLacking,
  listOpenRequests,
  listTopics,
  recordCheck,
  recordFailure,
  recordPush,
  recordRequest,
  removeExpired,
} from '@pauta/syndication/hub/subscriptions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// The subscriptions of the hub, on rows that differ from one that needs nothing in single columns.

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['feedSubscriptions']))

describe('a row of the hub', () => {
  const HOUR = 3600
  const ROW = {
    topic: 't',
    network: 'n',
    secret: null,
    leaseUntil: at(1),
    attempts: 0,
    dueAt: NOW,
    delivered: 'page',
    checkedAt: at(-HOUR),
    asked: null,
    askedAt: at(-9),
    askedSecret: null,
    askedSeconds: HOUR,
    askedAttempts: 0,
    askedDueAt: NOW,
  }
  const add = (id: string, columns: Columns = {}) =>
    tables.feedSubscriptions.add(stack.db, { ...ROW, id, callback: `https://a/${id}`, ...columns })
  const read = async (id: string) =>
    (await stack.db<Columns[]>`select * from feed_subscriptions where id = ${id}`)[0]
  const idsOf = async () =>
    (await stack.db<{ id: string }[]>`select id from feed_subscriptions order by id`).map(({ id }) => id)

  it.each<[Columns, boolean]>([
    [{}, false],
    [{ checkedAt: at(-HOUR - 1) }, true],
    [{ checkedAt: null }, true],
    [{ delivered: null }, true],
    [{ attempts: 1 }, true],
    [{ attempts: 1, leaseUntil: NOW }, false],
    [{ attempts: 1, dueAt: at(1) }, false],
    [{ attempts: 1, leaseUntil: null }, false],
  ])('with %j makes its topic due: %j', async (columns, isDue) => {
    await add('a', columns)
    expect(await listTopics(stack.db, { now: NOW, changingUntil: at(-2 * HOUR) })).toEqual(isDue ? ['t'] : [])
  })

  it('makes its topic due when an event may have changed it, once, in the order of topics', async () => {
    for (const [id, topic] of [
      ['a', 'u'],
      ['b', 't'],
      ['c', 'u'],
    ] as const)
      await add(id, { topic, checkedAt: at(-10) })
    const list = (second: number) => listTopics(stack.db, { now: NOW, changingUntil: at(second) })
    expect([await list(-10), await list(-9)]).toEqual([[], ['t', 'u']])
  })

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ delivered: null }, true],
    [{ delivered: 'next' }, false],
    [{ topic: 'u' }, false],
    [{ leaseUntil: NOW }, false],
    [{ dueAt: at(1) }, false],
  ])('with %j lacks a page: %j', async (columns, isLacking) => {
    await add('a', { secret: 's', attempts: 2, ...columns })
    expect(await listLacking(stack.db, { topic: 't', digest: 'next', now: NOW })).toEqual(
      isLacking ? [{ id: 'a', callback: 'https://a/a', secret: 's', attempts: 2 }] : [],
    )
  })

  it('has what was pushed, checked and failed, each of its subscriber alone', async () => {
    for (const id of ['b', 'a', 'c']) await add(id, { attempts: 1, delivered: null, checkedAt: null })
    await add('d', { topic: 'u', delivered: 'next', checkedAt: null })
    await recordPush(stack.db, { id: 'a', digest: 'next' })
    await recordFailure(stack.db, { id: 'b', dueAt: at(60) })
    await recordCheck(stack.db, { topic: 't', digest: 'next', at: at(1) })
    expect(await read('a')).toMatchObject({ delivered: 'next', attempts: 0, dueAt: NOW, checkedAt: at(1) })
    expect(await read('b')).toMatchObject({ delivered: null, attempts: 2, dueAt: at(60), checkedAt: null })
    expect(await read('c')).toMatchObject({ delivered: null, attempts: 1, dueAt: NOW, checkedAt: null })
    expect(await read('d')).toMatchObject({ checkedAt: null })
    const lacking = await listLacking(stack.db, { topic: 't', digest: 'other', now: NOW })
    expect(lacking.map(({ id }) => id)).toEqual(['a', 'c'])
  })

  it('is asked when it is due, the oldest request first', async () => {
    for (const [id, second] of [
      ['c', -1],
      ['b', -1],
      ['a', 0],
      ['d', 1],
    ] as const)
      await add(id, { asked: 'subscribe', askedDueAt: at(second), askedAttempts: 2 })
    await add('e')
    const list = async (limit: number) =>
      (await listOpenRequests(stack.db, { now: NOW, limit })).map(({ id }) => id)
    expect([await list(9), await list(1)]).toEqual([['b', 'c', 'a'], ['b']])
    expect((await listOpenRequests(stack.db, { now: NOW, limit: 1 }))[0]).toEqual({
      id: 'b',
      topic: 't',
      callback: 'https://a/b',
      asked: 'subscribe',
      askedAt: at(-9),
      askedSeconds: HOUR,
      askedAttempts: 2,
    })
  })

  describe('whose request was answered', () => {
    const REQUEST = { asked: 'subscribe', askedSecret: 'new', askedAttempts: 1 }
    /** Returns the requests of `a`, beside `b`, and of `c`, which a later request has replaced. */
    async function open(columns: Columns = {}) {
      for (const id of ['a', 'b', 'c']) await add(id, { ...REQUEST, ...columns })
      const requests = await listOpenRequests(stack.db, { now: NOW, limit: 9 })
      await tables.feedSubscriptions.set(stack.db, { id: 'c' }, { askedAt: at(-8) })
      return requests.filter(({ id }) => id !== 'b')
    }

    it('begins with its confirmation', async () => {
      for (const request of await open({ attempts: 3, secret: 'old', leaseUntil: null, dueAt: at(-9) }))
        await confirmRequest(stack.db, request, NOW)
      const begun = { secret: 'new', leaseUntil: at(HOUR), attempts: 0, dueAt: NOW }
      expect(await read('a')).toMatchObject({ ...begun, asked: null, askedSecret: null })
      for (const id of ['b', 'c'])
        expect(await read(id)).toMatchObject({ ...REQUEST, secret: 'old', leaseUntil: null, attempts: 3 })
    })

    it('ends with its confirmation', async () => {
      for (const request of await open({ asked: 'unsubscribe' })) await confirmRequest(stack.db, request, NOW)
      expect(await idsOf()).toEqual(['b', 'c'])
    })

    it.each([
      [at(1), { asked: null, askedSecret: null, leaseUntil: at(1) }],
      [null, undefined],
    ])('and not confirmed stays as it was, with a lease until %j', async (leaseUntil, left) => {
      for (const request of await open({ leaseUntil })) await dropRequest(stack.db, request)
      const row = await read('a')
      const { asked, askedSecret, leaseUntil: lease } = row ?? {}
      expect(row && { asked, askedSecret, leaseUntil: lease }).toEqual(left)
      for (const id of ['b', 'c']) expect(await read(id)).toMatchObject(REQUEST)
    })

    it('late is asked again', async () => {
      for (const request of await open()) await delayRequest(stack.db, request, at(300))
      expect(await read('a')).toMatchObject({ ...REQUEST, askedAttempts: 2, askedDueAt: at(300) })
      for (const id of ['b', 'c']) expect(await read(id)).toMatchObject({ ...REQUEST, askedDueAt: NOW })
    })
  })

  it.each<[Columns, boolean]>([
    [{ leaseUntil: NOW }, false],
    [{ leaseUntil: at(1) }, true],
    [{ leaseUntil: null }, true],
    [{ leaseUntil: NOW, asked: 'subscribe' }, true],
  ])('with %j is kept: %j', async (columns, isKept) => {
    await add('a', columns)
    expect(await removeExpired(stack.db, NOW)).toBe(isKept ? 0 : 1)
    expect(await idsOf()).toEqual(isKept ? ['a'] : [])
  })

  describe('for a request', () => {
    const request = (changes: object = {}) =>
      recordRequest(
        stack.db,
        {
          mode: 'subscribe',
          topic: 't',
          callback: 'https://a/a',
          secret: 's',
          leaseSeconds: 7200,
          ...changes,
        },
        { network: 'n', now: at(5) },
      )

    it('has it in place of an earlier one, and none to end what is unknown', async () => {
      await add('a', { asked: 'unsubscribe', askedSecret: 'old', askedAttempts: 2, secret: 'kept' })
      await request()
      const asked = { asked: 'subscribe', askedSecret: 's', askedSeconds: 7200, askedAttempts: 0 }
      const times = { askedAt: at(5), askedDueAt: at(5) }
      expect(await read('a')).toMatchObject({ ...asked, ...times, secret: 'kept', leaseUntil: at(1) })
      for (const changes of [{ topic: 'u' }, { callback: 'https://a/b' }])
        await request({ mode: 'unsubscribe', ...changes })
      expect(await idsOf()).toEqual(['a'])
      await request({ topic: 'u' })
      const [row] = await stack.db<Columns[]>`select * from feed_subscriptions where topic = 'u'`
      expect(row).toMatchObject({ ...asked, ...times, callback: 'https://a/a', leaseUntil: null })
    })

    it('is added for one of 500 topics, and for no other one', async () => {
      const rows = Array.from({ length: 500 }, (_, n) => ({
        ...ROW,
        id: `${n}`,
        topic: `t${n}`,
        callback: 'c',
      }))
      await tables.feedSubscriptions.add(stack.db, rows.slice(1))
      await request({ topic: 't0' })
      await expect(request({ topic: 'u' })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      await request({ topic: 't1' })
      await request({ topic: 't1', callback: 'c' })
      await request({ mode: 'unsubscribe', topic: 't1', callback: 'c' })
    })
  })
})
