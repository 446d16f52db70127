import {
  countFields,
  endDrifts,
  findListingHistory,
  forgetDriftPages,
  listDriftPages,
  listOpenDrifts,
  openDrift,
  saveListingHistory,
} from '@pauta/scraper/store/drifts'
import { openRunStore } from '@pauta/scraper/store/ports'
import {
  countFailedSitesByDay,
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

// What operators see of sites, on rows that differ from a matching row in one column.
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
    'scrapeAddresses',
    'scrapeDays',
    'scrapeDrifts',
    'scrapeHosts',
    'scrapeListings',
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

  it('loses its page and its words with an erased article of its site', async () => {
    await open(0, { pageKey: 'a' })
    await open(0, { kind: 'empty', pageKey: 'b' })
    await open(0, { kind: 'login' })
    await open(0, { agencyKey: 'ans', pageKey: 'c' })
    await endDrifts(stack.db, { agencyKey: 'mec', kinds: ['empty'] }, at(1))
    expect((await listDriftPages(stack.db, 'mec')).toSorted()).toEqual(['a', 'b'])
    await forgetDriftPages(stack.db, 'mec')
    expect(await listDriftPages(stack.db, 'mec')).toEqual([])
    expect(await list(1)).toMatchObject([
      { kind: 'login', detail: '', pageKey: null },
      { kind: 'structure', detail: '', pageKey: null },
    ])
    expect(await list(1, 'ans')).toMatchObject([{ detail: 'd', pageKey: 'c' }])
  })
})

it('a listing has the structures that it had last, each of an agency for itself', async () => {
  const listing = { agencyKey: 'mec', listingUrl: 'https://a/1' }
  const find = (changes: object = {}) => findListingHistory(stack.db, { ...listing, ...changes })
  const other = { structures: ['c'], hadItems: true }
  await saveListingHistory(stack.db, { ...listing, agencyKey: 'ans' }, other)
  await saveListingHistory(stack.db, { ...listing, listingUrl: 'https://a/2' }, other)
  expect(await find()).toBeUndefined()
  await saveListingHistory(stack.db, listing, { structures: ['a'], hadItems: false })
  expect(await find()).toEqual({ structures: ['a'], hadItems: false })
  await saveListingHistory(stack.db, listing, { structures: ['a', 'b'], hadItems: true })
  expect(await find()).toEqual({ structures: ['a', 'b'], hadItems: true })
  expect(await find({ agencyKey: 'ans' })).toEqual(other)
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

  const none = { title: 0, publishedAt: 0, body: 0, imageUrl: 0 }
  const all = (articles: number) => ({ title: articles, publishedAt: articles, body: articles })
  it.each<[number, Columns, number, Record<string, number>, string[]]>([
    // A picture is missing in the articles of the run and of today.
    [6, all(6), 1, { ...none, title: 1 }, ['imageUrl']],
    [6, all(6), 1, { title: 1 }, ['imageUrl']],
    [1, { title: 1 }, 6, all(6), ['imageUrl']],
    [2, all(2), 1, all(1), ['imageUrl']],
    [2, all(2), 0, {}, []],
    [0, {}, 2, all(2), []],
  ])(
    'of a field that fell: with %d articles today %j, and %d of the run %j: %j',
    async (scraped, fields, articles, read, fallen) => {
      await add(3, { scraped: 20, fields: { ...all(20), imageUrl: 20 } })
      if (scraped > 0) await add(0, { scraped, fields })
      const outlets = { send: async () => undefined, keepPage: async () => null, keepRaw: async () => true }
      const { drifts } = openRunStore(stack.db, { ...outlets, onFound: () => undefined, now: () => NOW })
      expect(await drifts?.findFallen('mec', { articles, fields: read })).toEqual(fallen)
    },
  )

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
    ['enough fields and a rise of thirty points', 20, 6, 0, true],
    ['too few fields', 19, 19, 0, false],
    ['a smaller rise', 20, 5, 0, false],
    ['a smaller rise over an earlier share', 20, 8, 3, false],
  ])('show a changed site by %s', async (_, readings, fallbacks, earlier, isDrifting) => {
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', lastRunAt: NOW })
    await add(0, { readings, fallbacks })
    await add(7, { readings: 10, fallbacks: earlier })
    expect(await listScrapeStatus(stack.db, MEC)).toMatchObject([{ isDrifting }])
  })

  it('name the days with a failed reading, from a day on', async () => {
    await add(0, { failed: 2 })
    await add(0, { agencyKey: 'ans', failed: 1 })
    await add(0, { agencyKey: 'saude', failed: 0 })
    await add(2, { failed: 1 })
    await add(3, { failed: 1 })
    expect(await countFailedSitesByDay(stack.db, dayAgo(2))).toEqual(
      new Map([
        [dayAgo(2), 1],
        [dayAgo(0), 2],
      ]),
    )
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
    await add({ agencyKey: 'saude' })
    await add({ agencyKey: 'ans', failures: 3 })
    await add({ agencyKey: 'mec' })
    await add({ agencyKey: 'never', lastRunAt: null })
    await add({ agencyKey: 'mcti' })
    const keys = async (agencyKey?: string) =>
      (await listScrapeStatus(stack.db, { agencyKey, now: NOW })).map((site) => site.agencyKey)
    const [before] = await stack.db<{ active: boolean }[]>`select active from sites where agency_key = 'mcti'`
    expect(before).toEqual({ active: true })
    await tables.sites.set(stack.db, { agencyKey: 'mcti' }, { active: false })
    try {
      expect(await keys()).toEqual(['ans', 'mec', 'saude'])
      expect(await keys('mcti')).toEqual(['mcti'])
      expect(await keys('never')).toEqual([])
    } finally {
      await tables.sites.set(stack.db, { agencyKey: 'mcti' }, { active: true })
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
  const agencyKey = 'mec'
  /** Writes one row of each kind, which was used last on a day before, or some seconds before. */
  const add = async (n: number, day: number) => {
    const [last, earlier] = [at(-n), at(-9 * DAY)]
    const url = `https://a/${n}`
    const seen = { firstSeenAt: earlier, lastSeenAt: last, sentAt: earlier }
    const note = { reason: 'failed', detail: '', times: 1, nextAt: at(DAY), item: {} }
    const drift = { kind: `k${n}`, detail: '', beganAt: earlier, endedAt: earlier }
    await tables.scrapeAddresses.add(stack.db, { agencyKey, url, uniqueId: `a${n}`, ...seen })
    await tables.scrapePages.add(stack.db, { address: url, seenAt: last, absentAt: earlier })
    await tables.scrapeDays.add(stack.db, { agencyKey, day: dayAgo(day) })
    const missed = { firstMissedAt: earlier, lastMissedAt: last }
    await tables.scrapeMissing.add(stack.db, { agencyKey, uniqueId: `a${n}`, ...missed })
    await tables.scrapeNotes.add(stack.db, { agencyKey, url, lastAt: last, ...note })
    await tables.scrapeDrifts.add(stack.db, { agencyKey, lastSeenAt: last, ...drift })
  }
  const kinds = [
    'scrapeAddresses',
    'scrapePages',
    'scrapeDays',
    'scrapeMissing',
    'scrapeNotes',
    'scrapeDrifts',
  ] as const
  const counts = async () => {
    const all = await Promise.all(kinds.map((kind) => tables[kind].count(stack.db)))
    return [...new Set(all)]
  }
  // What was used at the time itself stays.
  for (const n of [0, 1, 2, 3]) await add(n, n)
  const old = { before: NOW, limit: 1 }
  expect(await removeOldScrapeRows(stack.db, old)).toBe(1)
  expect(await counts()).toEqual([3])
  expect(await removeOldScrapeRows(stack.db, { ...old, limit: 9 })).toBe(2)
  expect(await counts()).toEqual([1])
  expect(await removeOldScrapeRows(stack.db, old)).toBe(0)
  for (const kind of kinds) {
    await tables[kind].remove(stack.db)
    await add(1, 1)
    for (const other of kinds) if (other !== kind) await tables[other].remove(stack.db)
    expect({ kind, removed: await removeOldScrapeRows(stack.db, old) }).toEqual({ kind, removed: 1 })
  }
})
