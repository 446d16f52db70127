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
import { countFields, endDrifts, listOpenDrifts, openDrift } from '@pauta/scraper/store/drifts'
import {
  listFailingSites,
  listScrapeStatus,
  measureScraping,
  removeOldScrapeRows,
} from '@pauta/scraper/store/status'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeEnded } from '../kit/rows/article-rows.ts'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// What operators see of sites, and the reading of their history, on rows that differ from a matching row in one column.
const DAY = 24 * 3600
const MEC = { agencyKey: 'mec', now: NOW }

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() =>
  clearTables(stack.db, [
    'articles',
    'backfills',
    'scrapeAddresses',
    'scrapeDays',
    'scrapeDrifts',
    'scrapeHosts',
    'scrapeMissing',
    'scrapeNotes',
    'scrapePages',
    'scrapeSites',
  ]),
)

/** The local day of NOW is 1 June. */
const dayAgo = (days: number) => new Date(NOW.getTime() - days * DAY * 1000).toISOString().slice(0, 10)

describe('a change of a site', () => {
  const open = (second: number, others: Partial<Parameters<typeof openDrift>[1]> = {}) =>
    openDrift(
      stack.db,
      { agencyKey: 'mec', kind: 'structure', detail: 'd', pageKey: null, ...others },
      at(second),
    )
  const list = (second: number, agencyKey: string | undefined = 'mec') =>
    listOpenDrifts(stack.db, { agencyKey, now: at(second) })

  it.each([
    ['within a day continues', DAY - 1, 0],
    ['a day later begins anew', DAY, DAY],
  ])('that is seen again %s', async (_, second, beganAt) => {
    await open(0, { pageKey: 'first' })
    await open(second, { detail: 'later' })
    expect(await list(second)).toEqual([
      { agencyKey: 'mec', kind: 'structure', beganAt: at(beganAt), detail: 'later', pageKey: 'first' },
    ])
    await open(second, { pageKey: 'second', detail: 'x'.repeat(501) })
    expect(await list(second)).toMatchObject([{ pageKey: 'second', detail: 'x'.repeat(500) }])
  })

  it('that ended begins anew', async () => {
    await open(0)
    await endDrifts(stack.db, { agencyKey: 'mec', kinds: ['structure'] }, at(1))
    expect(await list(1)).toEqual([])
    await open(2)
    expect(await list(2)).toMatchObject([{ beganAt: at(2) }])
  })

  it('ends by agency and kind, once', async () => {
    await open(0)
    await open(0, { kind: 'empty' })
    await open(0, { agencyKey: 'ans' })
    const ended = { agencyKey: 'mec', kinds: ['structure', 'other'] }
    await endDrifts(stack.db, ended, at(1))
    await endDrifts(stack.db, ended, at(2))
    expect(await stack.db`select ended_at from scrape_drifts where ended_at is not null`).toMatchObject([
      { endedAt: at(1) },
    ])
    const left = (await listOpenDrifts(stack.db, { now: at(1) })).map(({ agencyKey, kind }) => [
      agencyKey,
      kind,
    ])
    expect(left).toEqual([
      ['ans', 'structure'],
      ['mec', 'empty'],
    ])
  })

  it('is listed for a day after it was seen, those of an agency by their kind', async () => {
    await open(0)
    await open(0, { kind: 'empty' })
    await open(0, { agencyKey: 'ans' })
    expect((await list(DAY - 1)).map(({ kind }) => kind)).toEqual(['empty', 'structure'])
    expect(await list(DAY)).toEqual([])
  })
})

describe('the counts of days', () => {
  const add = (days: number, columns: Columns = {}) =>
    tables.scrapeDays.add(stack.db, { agencyKey: 'mec', day: dayAgo(days), ...columns })

  it('of fields are those of today and yesterday, and of the thirty days before', async () => {
    await add(0, { scraped: 1, fields: { title: 1 } })
    await add(1, { scraped: 2, fields: { title: 2, subtitle: 1 } })
    await add(2, { scraped: 4, fields: { title: 4 } })
    await add(31, { scraped: 8, fields: { tags: 8 } })
    await add(32, { scraped: 16, fields: { tags: 16 } })
    await add(0, { agencyKey: 'ans', scraped: 32, fields: { title: 32 } })
    const { recent, before } = await countFields(stack.db, MEC)
    expect([recent.articles, recent.fields]).toEqual([3, { title: 3, subtitle: 1 }])
    expect([before.articles, before.fields]).toEqual([12, { title: 4, tags: 8 }])
    const none = { articles: 0, fields: {} }
    expect(await countFields(stack.db, { ...MEC, agencyKey: 'saude' })).toEqual({
      recent: none,
      before: none,
    })
  })

  it('of a status are those of the last seven days, beside the share of the thirty before', async () => {
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', lastRunAt: NOW })
    await add(0, { sent: 1, removed: 1, readings: 12, fallbacks: 1, errors: { parse: 1 } })
    await add(6, { sent: 2, removed: 2, readings: 8, fallbacks: 7, errors: { parse: 2, network: 1 } })
    await add(7, { sent: 4, removed: 4, readings: 10, fallbacks: 1, errors: { parse: 4 } })
    await add(36, { readings: 10, fallbacks: 1 })
    await add(37, { readings: 100, fallbacks: 100 })
    await add(0, { agencyKey: 'ans', sent: 8, errors: { parse: 8 } })
    const [status] = await listScrapeStatus(stack.db, MEC)
    expect(status).toMatchObject({
      sent: 3,
      removed: 3,
      readings: 20,
      fallbacks: 8,
      fallbackShare: 0.4,
      errors: { parse: 3, network: 1 },
      isDrifting: true,
    })
  })

  it.each([
    ['enough fields and a rise of thirty points', 20, 6, true],
    ['too few fields', 19, 19, false],
    ['a smaller rise', 20, 5, false],
  ])('show a changed site by %s', async (_, readings, fallbacks, isDrifting) => {
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', lastRunAt: NOW })
    await add(0, { readings, fallbacks })
    await add(7, { readings: 10, fallbacks: 0 })
    expect(await listScrapeStatus(stack.db, MEC)).toMatchObject([{ isDrifting }])
  })

  it('show no rise without an earlier share', async () => {
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', lastRunAt: NOW })
    await add(0, { readings: 20, fallbacks: 20 })
    expect(await listScrapeStatus(stack.db, MEC)).toMatchObject([{ fallbackShare: 1, isDrifting: false }])
  })
})

describe('the status of a site', () => {
  const add = (columns: Columns = {}) =>
    tables.scrapeSites.add(stack.db, { agencyKey: 'mec', lastRunAt: NOW, ...columns })

  it.each<[Columns, object]>([
    [{ failures: 2 }, { isFailing: false }],
    [{ failures: 3 }, { isFailing: true }],
    [{}, { silentAfterDays: null, isSilent: false, fallbackShare: null, isDrifting: false }],
    // News on every second day: silent after six days, counted from the end of the last one at Brasília.
    [{ newsDays: [dayAgo(8), dayAgo(6)] }, { silentAfterDays: 6, isSilent: false }],
    [{ newsDays: [dayAgo(9), dayAgo(7)] }, { silentAfterDays: 6, isSilent: true }],
    // Every day: not before two days.
    [{ newsDays: [dayAgo(3), dayAgo(2)] }, { silentAfterDays: 3, isSilent: false }],
  ])('with %j is %j', async (columns, status) => {
    await add(columns)
    expect(await listScrapeStatus(stack.db, MEC)).toMatchObject([status])
  })

  it('is not silent with a newer article than its listing showed', async () => {
    await add({ newsDays: [dayAgo(9), dayAgo(7)] })
    await writeEnded(stack.db, {
      a: { publishedAt: at(-DAY), agencyKey: 'mec' },
      b: { publishedAt: NOW, agencyKey: 'ans' },
    })
    expect(await listScrapeStatus(stack.db, MEC)).toMatchObject([
      { isSilent: false, newestArticleAt: at(-DAY) },
    ])
  })

  it.each([
    ['structure', true],
    ['unknown-article', false],
    ['unread-articles', false],
  ])('with an open change of the kind %s drifts: %s', async (kind, isDrifting) => {
    await add()
    await openDrift(stack.db, { agencyKey: 'mec', kind, detail: '', pageKey: null }, NOW)
    expect(await listScrapeStatus(stack.db, MEC)).toMatchObject([{ isDrifting, drifts: [{ kind }] }])
  })

  it('is listed after its first run, those with trouble first, and a paused one by its key alone', async () => {
    await add({ agencyKey: 'mec' })
    await add({ agencyKey: 'ans', failures: 3 })
    await add({ agencyKey: 'saude' })
    await add({ agencyKey: 'never', lastRunAt: null })
    await add({ agencyKey: 'mcti' })
    const keys = async (agencyKey?: string) =>
      (await listScrapeStatus(stack.db, { agencyKey, now: NOW })).map((site) => site.agencyKey)
    const [before] = await stack.db<{ active: boolean }[]>`select active from sites where agency_key = 'mcti'`
    expect(before).toEqual({ active: true })
    await stack.db`update sites set active = false where agency_key = 'mcti'`
    try {
      expect(await keys()).toEqual(['ans', 'mec', 'saude'])
      expect(await keys('mcti')).toEqual(['mcti'])
      expect(await keys('never')).toEqual([])
    } finally {
      await stack.db`update sites set active = true where agency_key = 'mcti'`
    }
  })

  it('is among the failing ones after three failed runs of an active agency', async () => {
    const failed = { errorKind: 'parse', errorMessage: 'm', lastSuccessAt: at(-2), lastFailedAt: at(-1) }
    await add({ agencyKey: 'saude', failures: 3, ...failed })
    await add({ agencyKey: 'mec', failures: 4, ...failed })
    await add({ agencyKey: 'ans', failures: 2 })
    await add({ agencyKey: 'nobody', failures: 3 })
    expect(await listFailingSites(stack.db)).toEqual([
      { agencyKey: 'mec', failures: 4, ...failed },
      { agencyKey: 'saude', failures: 3, ...failed },
    ])
  })

  it('is counted with the requests of the day', async () => {
    await add({ agencyKey: 'mec', failures: 3 })
    await add({ agencyKey: 'ans', newsDays: [dayAgo(9), dayAgo(7)] })
    await add({ agencyKey: 'saude' })
    await openDrift(stack.db, { agencyKey: 'saude', kind: 'empty', detail: '', pageKey: null }, NOW)
    for (const [host, requestsOn, requests] of [
      ['a', dayAgo(0), 2],
      ['b', dayAgo(0), 3],
      ['c', dayAgo(1), 5],
    ] as const)
      await tables.scrapeHosts.add(stack.db, { host, requestsOn, requests })
    expect(await measureScraping(stack.db, NOW)).toEqual({
      failingSites: 1,
      silentSites: 1,
      driftingSites: 1,
      requests: 5,
    })
  })
})

it('rows of sites are removed when they were last used before a time, so many of each kind', async () => {
  const add = async (second: number, n: number) => {
    const agencyKey = 'mec'
    await tables.scrapeDrifts.add(stack.db, {
      agencyKey,
      kind: `k${n}`,
      beganAt: at(-9 * DAY),
      lastSeenAt: at(second),
      detail: '',
    })
    await tables.scrapeDays.add(stack.db, { agencyKey, day: dayAgo(n) })
  }
  await add(0, 0)
  await add(-1, 1)
  await add(-2, 2)
  const old = { before: NOW, limit: 1 }
  const kinds = async () =>
    (await stack.db<{ kind: string }[]>`select kind from scrape_drifts order by kind`).map(({ kind }) => kind)
  expect(await removeOldScrapeRows(stack.db, old)).toBe(1)
  expect(await removeOldScrapeRows(stack.db, { ...old, limit: 9 })).toBe(1)
  expect(await removeOldScrapeRows(stack.db, old)).toBe(0)
  expect(await kinds()).toEqual(['k0'])
  expect(await tables.scrapeDays.count(stack.db)).toBe(1)
})

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
      ...{ from: window.start, to: window.end },
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
