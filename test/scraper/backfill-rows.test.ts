import {
  areOlder,
  BackfillRefused,
  countAddresses,
  createBackfill,
  endBackfill,
  findBackfill,
  listBackfills,
  listStored,
  nextAddress,
  recordOutcome,
  recordTrouble,
  removeOldBackfills,
  resumeBackfill,
  saveListed,
  stopBackfill,
  touchBackfill,
  type Outcome,
} from '@pauta/scraper/backfill/backfills'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeEnded } from '../kit/rows/article-rows.ts'
import { at, NOW } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// The reading of the history of sites, on rows that differ from a matching row in one column.
let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['articles', 'backfills', 'scrapeAddresses']))

describe('a backfill', () => {
  const window = { start: '2026-05-01', end: '2026-05-31' }
  const create = (agencyKey: string) => createBackfill(stack.db, { agencyKey, window, now: NOW })
  const entry = (url: string) => ({ url, title: '', stamp: null, category: null, tags: [] })
  const save = (id: number, outcomes: Record<string, Outcome | null>, more: object = {}) =>
    saveListed(stack.db, id, {
      items: Object.keys(outcomes).map(entry),
      outcomeOf: (url) => outcomes[url] ?? null,
      place: { sources: [] } as never,
      pages: 1,
      unlisted: 0,
      ...more,
    })

  it('is refused for a turned window, beside an open one of its agency, and beyond five', async () => {
    const turned = createBackfill(stack.db, {
      agencyKey: 'mec',
      window: { start: '2026-05-02', end: '2026-05-01' },
      now: NOW,
    })
    await expect(turned).rejects.toThrow('bad_window')
    for (const agency of ['a', 'b', 'c', 'd']) await create(agency)
    await expect(create('a')).rejects.toThrow(BackfillRefused)
    await expect(create('a')).rejects.toThrow('already_open')
    await create('e')
    await expect(create('f')).rejects.toThrow('too_many_open')
    const one = { agencyKey: 'one', window: { start: '2026-05-01', end: '2026-05-01' }, now: NOW }
    const [first] = await listBackfills(stack.db, { open: true })
    expect(await stopBackfill(stack.db, first?.id ?? 0)).toBe(true)
    expect(await stopBackfill(stack.db, first?.id ?? 0)).toBe(false)
    expect(await createBackfill(stack.db, one)).toBeGreaterThan(0)
  })

  it('of two that have waited as long, the earlier one goes on', async () => {
    const [a, b] = [await create('a'), await create('b')]
    for (const id of [b, a]) expect(await touchBackfill(stack.db, id, at(1))).toBe(true)
    expect((await listBackfills(stack.db, { open: true })).map(({ id }) => id)).toEqual([a, b])
  })

  it('is listed the latest first, and those at work by how long they wait', async () => {
    const [a, b, c, d] = [await create('a'), await create('b'), await create('c'), await create('d')]
    const ids = async (open?: boolean) =>
      (await listBackfills(stack.db, { ...(open && { open }) })).map(({ id }) => id)
    expect(await touchBackfill(stack.db, a, at(2))).toBe(true)
    expect(await touchBackfill(stack.db, b, at(1))).toBe(true)
    await endBackfill(stack.db, d, { state: 'done', now: NOW })
    expect(await touchBackfill(stack.db, d, at(3))).toBe(false)
    expect(await ids()).toEqual([d, c, b, a])
    expect(await ids(true)).toEqual([c, b, a])
    expect(await touchBackfill(stack.db, a, at(9))).toBe(true)
    await recordTrouble(stack.db, a, 'site_fault')
    expect(await findBackfill(stack.db, a)).toEqual({
      id: a,
      agencyKey: 'a',
      state: 'open',
      place: null,
      pages: 0,
      unlisted: 0,
      createdAt: NOW,
      startedAt: at(2),
      workedAt: at(9),
      endedAt: null,
      lastError: 'site_fault',
      from: window.start,
      to: window.end,
    })
    const untouched = { startedAt: null, workedAt: null, endedAt: null, lastError: null, state: 'open' }
    expect(await findBackfill(stack.db, c)).toMatchObject(untouched)
    await endBackfill(stack.db, b, { state: 'done', lastError: 'cut', now: at(9) })
    await endBackfill(stack.db, a, { state: 'done', now: at(9) })
    const ended = { state: 'done', endedAt: at(9) }
    expect(await findBackfill(stack.db, b)).toMatchObject({ ...ended, lastError: 'cut' })
    expect(await findBackfill(stack.db, a)).toMatchObject({ ...ended, lastError: 'site_fault' })
    expect(await findBackfill(stack.db, c)).toMatchObject(untouched)
  })

  it('is listed before a later one that waits as long', async () => {
    const [a, b] = [await create('a'), await create('b')]
    for (const id of [b, a]) await touchBackfill(stack.db, id, NOW)
    expect((await listBackfills(stack.db, { open: true })).map(({ id }) => id)).toEqual([a, b])
  })

  it('keeps what it found before, and adds up its pages', async () => {
    const id = await create('mec')
    await save(id, { x: null, y: 'known' }, { unlisted: 1, lastError: 'first' })
    const other = await create('ans')
    await save(other, { y: 'gone' }, { unlisted: 0, lastError: 'other' })
    await save(id, { y: 'older', z: 'older' }, { unlisted: 2, place: { sources: [1] } })
    expect(await countAddresses(stack.db, id)).toEqual({ waiting: 1, known: 1, older: 1 })
    expect(await findBackfill(stack.db, id)).toMatchObject({
      pages: 2,
      unlisted: 3,
      lastError: 'first',
      place: { sources: [1] },
    })
    await save(id, {}, { lastError: 'second' })
    expect(await findBackfill(stack.db, id)).toMatchObject({ lastError: 'second' })
    expect(await findBackfill(stack.db, other)).toMatchObject({ pages: 1, lastError: 'other' })
  })

  it('reads its addresses in their order, and again when they are due', async () => {
    const id = await create('mec')
    const other = await create('ans')
    await save(other, { w: null })
    await save(id, { y: null, x: null, known: 'known' })
    const next = async (second = 0) => (await nextAddress(stack.db, id, at(second)))?.entry.url
    expect(await next()).toBe('y')
    await save(other, { y: null })
    const waiting = { outcome: null, nextAt: at(5), detail: 'busy' }
    await recordOutcome(stack.db, id, 'y', waiting)
    expect([await next(4), await next(5)]).toEqual(['x', 'y'])
    expect(await nextAddress(stack.db, id, at(5))).toEqual({ tries: 1, entry: entry('y') })
    const read = () => stack.db`
      select outcome, next_at, detail, tries from backfill_addresses where url = 'y' order by backfill_id`
    expect(await read()).toEqual([
      { ...waiting, tries: 1 },
      { outcome: null, nextAt: null, detail: null, tries: 0 },
    ])
    await recordOutcome(stack.db, id, 'x', { outcome: 'stored' })
    expect(await next(4)).toBeUndefined()
    await recordOutcome(stack.db, id, 'y', { outcome: 'failed' })
    expect(await read()).toMatchObject([{ outcome: 'failed', nextAt: null, detail: null, tries: 2 }, {}])
    expect(await countAddresses(stack.db, other)).toEqual({ waiting: 2 })
  })

  it.each<[string, Record<string, Outcome | null>, boolean]>([
    ['most are older', { a: 'older', b: 'older', c: 'gone' }, true],
    ['half are older', { a: 'older', b: 'gone' }, false],
    ['one is still to be read', { a: 'older', b: 'older', c: null }, false],
    ['one is known', { a: 'older', b: 'older', c: 'known' }, false],
    ['one was stored', { a: 'older', b: 'older', c: 'stored' }, false],
    ['one is newer', { a: 'older', b: 'older', c: 'newer' }, false],
  ])('has passed its window where %s: %j, %s', async (_, outcomes, passed) => {
    const id = await create('mec')
    const other = await create('ans')
    await save(other, { a: 'stored' })
    await save(id, { ...outcomes, elsewhere: 'stored' })
    expect(await areOlder(stack.db, id, Object.keys(outcomes))).toBe(passed)
  })

  it('is opened again with what failed or was refused, and from the start where it could not list', async () => {
    const id = await create('mec')
    const done = await create('ans')
    await save(done, { a: 'failed' })
    await save(id, { a: null, b: null, c: 'gone', d: 'stored' })
    const failure = { detail: 'status 500', nextAt: at(9) }
    for (const [url, outcome] of [
      ['a', 'failed'],
      ['b', 'refused'],
      ['c', 'gone'],
    ] as const)
      await recordOutcome(stack.db, id, url, { outcome, ...failure })
    expect(await resumeBackfill(stack.db, id)).toBe(false)
    expect(await resumeBackfill(stack.db, done + 1)).toBe(false)
    await endBackfill(stack.db, id, { state: 'failed', lastError: 'e', now: NOW })
    await endBackfill(stack.db, id, { state: 'done', now: at(1) })
    expect(await findBackfill(stack.db, id)).toMatchObject({ state: 'failed', lastError: 'e', endedAt: NOW })
    expect(await resumeBackfill(stack.db, id)).toBe(true)
    expect(await countAddresses(stack.db, id)).toEqual({ waiting: 2, gone: 1, stored: 1 })
    expect(await countAddresses(stack.db, done)).toEqual({ failed: 1 })
    const addresses = await stack.db`
      select tries, next_at, detail from backfill_addresses where backfill_id = ${id} order by url limit 3`
    const anew = { tries: 0, nextAt: null, detail: null }
    expect(addresses).toEqual([anew, anew, { tries: 1, ...failure }])
    await expect(createBackfill(stack.db, { agencyKey: 'mec', window, now: NOW })).rejects.toThrow('already')
    await endBackfill(stack.db, done, { state: 'done', now: NOW })
    const next = await create('ans')
    await expect(resumeBackfill(stack.db, done)).rejects.toThrow('already_open')
    expect(await findBackfill(stack.db, done)).toMatchObject({ state: 'done', endedAt: NOW })
    await endBackfill(stack.db, next, { state: 'done', now: NOW })
    const again = { state: 'open', endedAt: null, lastError: null, unlisted: 0 }
    expect(await findBackfill(stack.db, id)).toMatchObject({ ...again, place: { sources: [] } })
    await save(id, {}, { unlisted: 1 })
    await stopBackfill(stack.db, id)
    expect(await resumeBackfill(stack.db, id)).toBe(true)
    expect(await findBackfill(stack.db, id)).toMatchObject({ ...again, place: null })
  })

  it('knows the sent addresses, and the articles from thirty days before its window on', async () => {
    // 1 April at Brasília is 30 days before 1 May.
    const stored: Record<string, [string, boolean | undefined]> = {
      early: ['2026-04-01T02:59:59Z', undefined],
      first: ['2026-04-01T03:00:00Z', true],
      before: ['2026-05-01T02:59:59Z', true],
      within: ['2026-05-01T03:00:00Z', false],
      later: ['2026-07-01T12:00:00Z', false],
    }
    const address = (id: string) => `https://a.br/${id}`
    await writeEnded(
      stack.db,
      Object.fromEntries(
        Object.entries(stored).map(([id, [publishedAt]]) => [
          id,
          { url: address(id), agencyKey: 'mec', publishedAt: new Date(publishedAt) },
        ]),
      ),
    )
    await writeEnded(stack.db, { foreign: { url: address('foreign'), agencyKey: 'ans', publishedAt: NOW } })
    await tables.scrapeAddresses.add(stack.db, {
      agencyKey: 'mec',
      url: address('sent'),
      uniqueId: 'sent',
      firstSeenAt: NOW,
      lastSeenAt: NOW,
      sentAt: NOW,
    })
    const known = await listStored(stack.db, { agencyKey: 'mec', from: window.start })
    expect(new Map([...known.values()].map(({ uniqueId, isOlder }) => [uniqueId, isOlder]))).toEqual(
      new Map([
        ['sent', false],
        ...Object.entries(stored).flatMap(([id, [, isOlder]]) =>
          isOlder === undefined ? [] : [[id, isOlder] as const],
        ),
      ]),
    )
  })

  it('is removed after it ended or was left, with its addresses first', async () => {
    const [open, done, stopped, late] = [
      await create('a'),
      await create('b'),
      await create('c'),
      await create('d'),
    ]
    await save(done, { x: 'gone', y: 'gone', z: 'gone' })
    await save(open, { x: null })
    await endBackfill(stack.db, done, { state: 'done', now: at(-1) })
    await endBackfill(stack.db, late, { state: 'done', now: NOW })
    await touchBackfill(stack.db, stopped, at(-1))
    await stopBackfill(stack.db, stopped)
    const remove = (limit: number) => removeOldBackfills(stack.db, { before: NOW, limit })
    expect(await remove(2)).toBe(2)
    expect(await findBackfill(stack.db, done)).toBeDefined()
    expect(await remove(2)).toBe(3)
    expect((await listBackfills(stack.db)).map(({ id }) => id)).toEqual([late, open])
    expect(await countAddresses(stack.db, open)).toEqual({ waiting: 1 })
  })
})
