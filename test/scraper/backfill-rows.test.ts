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
    expect(await findBackfill(stack.db, a)).toMatchObject({
      startedAt: at(2),
      workedAt: at(9),
      from: window.start,
      to: window.end,
    })
  })

  it('keeps what it found before, and adds up its pages', async () => {
    const id = await create('mec')
    await save(id, { x: null, y: 'known' }, { unlisted: 1, lastError: 'first' })
    await save(id, { y: 'older', z: 'older' })
    expect(await countAddresses(stack.db, id)).toEqual({ waiting: 1, known: 1, older: 1 })
    expect(await findBackfill(stack.db, id)).toMatchObject({ pages: 2, unlisted: 1, lastError: 'first' })
  })

  it('reads its addresses in their order, and again when they are due', async () => {
    const id = await create('mec')
    const other = await create('ans')
    await save(other, { w: null })
    await save(id, { y: null, x: null, known: 'known' })
    const next = async (second = 0) => (await nextAddress(stack.db, id, at(second)))?.entry.url
    expect(await next()).toBe('y')
    await recordOutcome(stack.db, id, 'y', { outcome: null, nextAt: at(5), detail: 'busy' })
    expect([await next(4), await next(5)]).toEqual(['x', 'y'])
    expect(await nextAddress(stack.db, id, at(5))).toMatchObject({ tries: 1 })
    await recordOutcome(stack.db, id, 'x', { outcome: 'stored' })
    expect(await next(4)).toBeUndefined()
    expect(await countAddresses(stack.db, other)).toEqual({ waiting: 1 })
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
    await save(id, { a: 'failed', b: 'refused', c: 'gone', d: 'stored' })
    expect(await resumeBackfill(stack.db, id)).toBe(false)
    expect(await resumeBackfill(stack.db, id + 1)).toBe(false)
    await endBackfill(stack.db, id, { state: 'failed', lastError: 'e', now: NOW })
    await endBackfill(stack.db, id, { state: 'done', now: at(1) })
    expect(await findBackfill(stack.db, id)).toMatchObject({ state: 'failed', lastError: 'e', endedAt: NOW })
    expect(await resumeBackfill(stack.db, id)).toBe(true)
    expect(await countAddresses(stack.db, id)).toEqual({ waiting: 2, gone: 1, stored: 1 })
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
