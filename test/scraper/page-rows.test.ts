import { listIntegrityCandidates } from '@pauta/core/articles/integrity'
import { countMissing, listMissed, listReadBefore } from '@pauta/scraper/integrity/integrity-rows'
import {
  eraseEntries,
  insertRawPage,
  listEarlierRawPages,
  listNewestRawPages,
  listOldRawPages,
  listRawPagesOf,
  listReadAddresses,
  listVersionPages,
  recordRawPageAgain,
  removeRawPages,
} from '@pauta/scraper/raw-pages/raw-page-rows'
import { recordSentAddress } from '@pauta/scraper/store/addresses'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeEnded } from '../kit/rows/article-rows.ts'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// The pages of articles, kept ones and missing ones, on rows that differ from a matching row in one column.
const HOUR = 3600
const DAY = 24 * HOUR
const HOST = 'www.gov.br'

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
    'scrapeMissing',
    'scrapeNotes',
    'scrapeRawPages',
  ]),
)

/** Writes an article of MEC with some columns of its own. */
const addArticle = (uniqueId: string, columns: Columns = {}) =>
  writeEnded(stack.db, {
    [uniqueId]: {
      agencyKey: 'mec',
      url: `https://${HOST}/mec/${uniqueId}`,
      publishedAt: at(-HOUR),
      ...columns,
    },
  })
const send = (uniqueId: string, agencyKey = 'mec', url = `https://${HOST}/mec/${uniqueId}`) =>
  recordSentAddress(stack.db, { agencyKey, url, uniqueId, at: at(-60) })

describe('the check of articles', () => {
  const SIX_HOURS = 6 * HOUR
  const WEEK = 7 * DAY
  const miss = (uniqueId: string, first: number, last = first) =>
    tables.scrapeMissing.add(stack.db, {
      uniqueId,
      agencyKey: 'mec',
      firstMissedAt: at(first),
      lastMissedAt: at(last),
    })
  const setFeatures = async (uniqueId: string, integrity: object) => {
    await tables.articleFeatures.remove(stack.db, { uniqueId })
    await tables.articleFeatures.add(stack.db, { uniqueId, features: { integrity } })
  }

  // Five months before NOW are 1 January.
  const FIVE_MONTHS_AGO = new Date('2026-01-01T12:00:00Z')
  it.each<[Columns, string | undefined, boolean]>([
    [{ publishedAt: FIVE_MONTHS_AGO }, undefined, false],
    [{ publishedAt: new Date(FIVE_MONTHS_AGO.getTime() + 1) }, undefined, true],
    [{ publishedAt: NOW }, undefined, true],
    [{ publishedAt: at(0.001) }, undefined, false],
    [{ deletedAt: NOW }, undefined, false],
    [{}, at(-WEEK).toISOString(), false],
    [{}, at(-WEEK - 0.001).toISOString(), true],
    [{}, 'ontem', true],
  ])('is due for an article with %j that was checked at %j: %j', async (columns, checkedAt, isDue) => {
    const imageUrl = `https://${HOST}/foto.jpg`
    await addArticle('a', { imageUrl, ...columns })
    const integrity = checkedAt === undefined ? null : { checked_at: checkedAt }
    if (integrity) await setFeatures('a', integrity)
    const publishedAt = columns['publishedAt'] ?? at(-HOUR)
    const article = { uniqueId: 'a', url: `https://${HOST}/mec/a`, imageUrl, publishedAt, integrity }
    expect(await listIntegrityCandidates(stack.db, { now: NOW, limit: 9 })).toEqual(isDue ? [article] : [])
  })

  it('begins with the newest article, and of one instant with the last id', async () => {
    for (const [id, publishedAt] of Object.entries({
      b: at(-9),
      a: at(-9),
      c: at(-9),
      d: at(-10),
      e: at(-8),
    }))
      await addArticle(id, { publishedAt })
    const due = await listIntegrityCandidates(stack.db, { now: NOW, limit: 4 })
    expect(due.map(({ uniqueId }) => uniqueId)).toEqual(['e', 'c', 'b', 'a'])
  })

  it.each<[number, number, Columns, boolean]>([
    [-SIX_HOURS, -SIX_HOURS, {}, true],
    [-SIX_HOURS, -SIX_HOURS + 1, {}, false],
    [-SIX_HOURS + 1, -SIX_HOURS, {}, false],
    [-SIX_HOURS, -SIX_HOURS, { deletedAt: NOW }, false],
  ])(
    'looks again at a page that was missing at %i and at %i, with %j: %j',
    async (first, last, columns, isDue) => {
      const imageUrl = `https://${HOST}/foto.jpg`
      await addArticle('a', { imageUrl, ...columns })
      await miss('a', first, last)
      expect(await listMissed(stack.db, { now: NOW, limit: 9 })).toEqual(
        isDue
          ? [
              {
                uniqueId: 'a',
                url: `https://${HOST}/mec/a`,
                imageUrl,
                publishedAt: at(-HOUR),
                integrity: null,
              },
            ]
          : [],
      )
    },
  )

  it('looks first at the page that waits longest, and of one instant by its id', async () => {
    for (const [id, last] of Object.entries({ c: -DAY, a: -DAY, b: -2 * DAY, d: -DAY })) {
      await addArticle(id)
      await miss(id, -3 * DAY, last)
    }
    await setFeatures('b', { content_status: 'removed' })
    const missed = await listMissed(stack.db, { now: NOW, limit: 3 })
    expect(missed.map(({ uniqueId, integrity }) => [uniqueId, integrity])).toEqual([
      ['b', { content_status: 'removed' }],
      ['a', null],
      ['c', null],
    ])
  })

  it('knows pages that the scraper or an earlier check has read', async () => {
    for (const id of ['checked', 'sent', 'foreign', 'moved', 'unread', 'other']) await addArticle(id)
    await setFeatures('checked', { content_hash: 'sha256:x' })
    await setFeatures('unread', { content_status: 'baseline' })
    await setFeatures('other', { content_hash: 'sha256:x' })
    await send('sent')
    await send('foreign', 'saude')
    await send('moved', 'mec', `https://${HOST}/mec/before`)
    const asked = ['checked', 'sent', 'foreign', 'moved', 'unread']
    const read = await listReadBefore(stack.db, asked)
    expect(read).toEqual(
      new Map([
        ['checked', 'mec'],
        ['sent', 'mec'],
      ]),
    )
  })

  it('counts articles of the agency that are missing or were checked within a week', async () => {
    const columns: Record<string, Columns> = { down: { deletedAt: NOW }, foreign: { agencyKey: 'saude' } }
    for (const id of ['missing', 'edge', 'early', 'never', 'down', 'foreign'])
      await addArticle(id, columns[id])
    const checkedAt = { edge: -WEEK, early: -WEEK - 1, down: 0, foreign: 0 }
    for (const [id, seconds] of Object.entries(checkedAt))
      await setFeatures(id, { checked_at: at(seconds).toISOString() })
    for (const id of ['missing', 'down', 'foreign']) await miss(id, 0)
    expect(await countMissing(stack.db, { agencyKey: 'mec', now: NOW })).toEqual({ gone: 1, checked: 2 })
  })
})

const ARTICLE = { agencyKey: 'mec', title: 'Um', publishedAt: NOW }

describe('a kept page', () => {
  const entry = { url: 'https://a/1', title: 'Um' }
  const PAGE = {
    agencyKey: 'mec',
    url: 'https://a/1',
    digest: 'd',
    objectKey: 'o',
    kind: 'feed',
    uniqueId: null,
    entry,
  }
  type Page = Parameters<typeof insertRawPage>[1]
  const insert = (second: number, changes: Columns = {}) =>
    insertRawPage(stack.db, { ...PAGE, ...changes } as unknown as Page, at(second))
  const again = (second: number, changes: Columns = {}) =>
    recordRawPageAgain(stack.db, { ...PAGE, ...changes } as unknown as Page, at(second))
  const readPages = () => stack.db<Columns[]>`select * from scrape_raw_pages order by id`
  const newest = async (selection: Partial<Parameters<typeof listNewestRawPages>[1]> = {}) =>
    (await listNewestRawPages(stack.db, { after: '0', limit: 9, ...selection })).map(
      ({ objectKey }) => objectKey,
    )

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ agencyKey: 'saude' }, false],
    [{ url: 'https://a/2' }, false],
    [{ digest: 'e' }, false],
  ])('is read again with %j: %s', async (changes, isKept) => {
    await insert(5, { uniqueId: 'mec_1' })
    expect(await again(9, { ...changes, kind: 'wordpress', entry: { ...entry, title: 'Dois' } })).toBe(isKept)
    expect(await readPages()).toMatchObject([
      isKept
        ? { lastSeenAt: at(9), kind: 'wordpress', uniqueId: 'mec_1', entry: { title: 'Dois' } }
        : { lastSeenAt: at(5), kind: 'feed', entry: { title: 'Um' } },
    ])
  })

  it('keeps its latest time and gets its id', async () => {
    await insert(5)
    await again(4, { uniqueId: 'mec_1' })
    await insert(3, { kind: 'wordpress', objectKey: 'p' })
    expect(await readPages()).toMatchObject([
      { firstSeenAt: at(5), lastSeenAt: at(5), uniqueId: 'mec_1', kind: 'feed', objectKey: 'o' },
    ])
    await insert(6)
    expect(await readPages()).toMatchObject([{ lastSeenAt: at(6) }])
  })

  it('is the newest of its address, by time and then by id', async () => {
    await insert(5, { digest: 'a', objectKey: 'late' })
    await insert(4, { digest: 'b', objectKey: 'early' })
    await insert(5, { digest: 'c', objectKey: 'last' })
    await insert(1, { url: 'https://a/2', objectKey: 'other' })
    await insert(9, { agencyKey: 'saude', objectKey: 'same address' })
    await insert(3, { agencyKey: 'saude', digest: 'e', objectKey: 'earlier there' })
    await insert(4, { digest: 'd', objectKey: 'as early' })
    expect(await newest()).toEqual(['last', 'other', 'same address'])
    expect(await newest({ limit: 2 })).toEqual(['last', 'other'])
    expect(await newest({ agencyKey: 'mec' })).toEqual(['last', 'other'])
    const pages = await listNewestRawPages(stack.db, { after: '0', limit: 1 })
    expect(await newest({ after: pages[0]!.id })).toEqual(['other', 'same address'])
    const earlier = await listEarlierRawPages(stack.db, pages[0]!, 9)
    expect(earlier.map(({ objectKey }) => objectKey)).toEqual(['late', 'as early', 'early'])
    const page = { url: 'https://a/1', kind: 'feed', uniqueId: null, entry, agencyKey: 'mec' }
    expect(earlier[0]).toEqual({
      ...page,
      id: expect.stringMatching(/^\d+$/) as string,
      objectKey: 'late',
      lastSeenAt: at(5),
    })
    expect(await listEarlierRawPages(stack.db, pages[0]!, 1)).toHaveLength(1)
    expect(await listEarlierRawPages(stack.db, earlier[0]!, 9)).toMatchObject([
      { objectKey: 'as early' },
      { objectKey: 'early' },
    ])
  })

  it('is of the local day on which it was read last', async () => {
    await insert(15 * HOUR - 1, { objectKey: 'first' })
    await insert(15 * HOUR, { url: 'https://a/2', objectKey: 'second' })
    expect(await newest({ to: '2026-06-01' })).toEqual(['first'])
    expect(await newest({ from: '2026-06-02' })).toEqual(['second'])
    expect(await newest({ from: '2026-06-01', to: '2026-06-02' })).toEqual(['first', 'second'])
    expect(await newest({ from: '2026-06-03' })).toEqual([])
  })

  it('has the id of its address where it has none itself', async () => {
    await insert(1)
    await insert(1, { url: 'https://a/2', uniqueId: 'mec_own' })
    const address = { agencyKey: 'mec', firstSeenAt: NOW, lastSeenAt: NOW, sentAt: NOW }
    await tables.scrapeAddresses.add(stack.db, [
      { ...address, url: 'https://a/1', uniqueId: 'mec_1' },
      { ...address, url: 'https://a/2', uniqueId: 'mec_2' },
      { ...address, url: 'https://a/1', uniqueId: 'saude_1', agencyKey: 'saude' },
    ])
    const pages = await listNewestRawPages(stack.db, { after: '0', limit: 9 })
    expect(pages.map(({ uniqueId }) => uniqueId)).toEqual(['mec_1', 'mec_own'])
  })

  it('is old by the time at which it was first read', async () => {
    await insert(2, { digest: 'b', objectKey: 'later' })
    await insert(1, { digest: 'a', objectKey: 'first' })
    await insert(9, { digest: 'a' })
    await insert(3, { digest: 'c', objectKey: 'new' })
    const old = await listOldRawPages(stack.db, { before: at(3), limit: 9 })
    expect(old.map(({ objectKey }) => objectKey)).toEqual(['first', 'later'])
    expect(await listOldRawPages(stack.db, { before: at(3), limit: 1 })).toHaveLength(1)
    await removeRawPages(stack.db, [old[0]!.id])
    expect((await readPages()).map((page) => page['objectKey'])).toEqual(['later', 'new'])
  })

  it('is found with its article, under each of its addresses', async () => {
    await insert(1, { uniqueId: 'mec_1', objectKey: 'own' })
    await insert(1, { url: 'https://a/2', objectKey: 'of its address' })
    await insert(1, { url: 'https://a/2', digest: 'e', objectKey: 'again', agencyKey: 'saude' })
    await insert(1, { url: 'https://a/3', objectKey: 'other', uniqueId: 'mec_2' })
    const address = { agencyKey: 'mec', uniqueId: 'mec_1', firstSeenAt: NOW, lastSeenAt: NOW, sentAt: NOW }
    await tables.scrapeAddresses.add(stack.db, [
      { ...address, url: 'https://a/sent' },
      { ...address, url: 'https://a/other', uniqueId: 'mec_2' },
      { ...address, url: 'https://a/foreign', agencyKey: 'saude' },
    ])
    const article = { uniqueId: 'mec_1', agencyKey: 'mec' }
    expect((await listReadAddresses(stack.db, article)).toSorted()).toEqual(['https://a/1', 'https://a/sent'])
    const list = async (limit: number) =>
      (await listRawPagesOf(stack.db, { ...article, addresses: ['https://a/2'] }, limit)).map(
        ({ objectKey }) => objectKey,
      )
    expect([await list(9), await list(1)]).toEqual([['own', 'of its address'], ['own']])
  })

  it('loses the words of listings with an erased article', async () => {
    const [erased, kept] = ['https://a/1', 'https://a/2']
    const note = { reason: 'failed', detail: 'd', times: 1, lastAt: NOW, nextAt: NOW, item: entry }
    await tables.scrapeNotes.add(stack.db, [
      { ...note, agencyKey: 'mec', url: erased },
      { ...note, agencyKey: 'mec', url: kept },
      { ...note, agencyKey: 'saude', url: erased },
    ])
    const days = { fromDay: '2026-05-01', toDay: '2026-05-31' }
    await tables.backfills.add(stack.db, { agencyKey: 'mec', createdAt: NOW, ...days })
    const [backfill] = await stack.db<{ id: number }[]>`select id::int from backfills`
    const read = { backfillId: backfill!.id, outcome: 'failed', detail: 'd', entry }
    await tables.backfillAddresses.add(stack.db, [
      { ...read, url: erased },
      { ...read, url: kept },
    ])
    await eraseEntries(stack.db, { agencyKey: 'mec', uniqueId: 'mec_1', addresses: [erased] })
    expect(await stack.db`select agency_key, url from scrape_notes order by url`).toEqual([
      { agencyKey: 'saude', url: erased },
      { agencyKey: 'mec', url: kept },
    ])
    const none = { url: erased, title: '', stamp: null, category: null, tags: [] }
    expect(await stack.db`select url, detail, entry from backfill_addresses order by url`).toEqual([
      { url: erased, detail: null, entry: none },
      { url: kept, detail: 'd', entry },
    ])
  })

  it('shows the version that was the newest when it was read', async () => {
    await tables.articles.add(stack.db, [
      { uniqueId: 'mec_1', versionAt: at(300), versionsDropped: 1, url: 'https://a/1', ...ARTICLE },
      { uniqueId: 'mec_2', versionAt: at(300), versionsDropped: 6, url: 'https://a/2', ...ARTICLE },
    ])
    const version = (number: number, second: number) => {
      const times = { seenAt: at(second), replacedAt: at(second), publishedAt: NOW }
      return { uniqueId: 'mec_1', number, title: 'Um', versionAt: at(second), ...times }
    }
    await tables.articleVersions.add(stack.db, [version(3, 200), version(2, 100)])
    const page = (objectKey: string, first: number, last: number, uniqueId = 'mec_1') => {
      const times = { firstSeenAt: at(first), lastSeenAt: at(last) }
      return { ...PAGE, digest: objectKey, objectKey, uniqueId, ...times }
    }
    await tables.scrapeRawPages.add(stack.db, [
      page('before', 50, 50),
      page('two', 100.5, 100.9),
      page('three', 150, 200.5),
      page('four', 300, 400),
      page('again', 300, 400),
      page('later', 301, 400),
      page('other', 300, 400, 'mec_2'),
    ])
    expect(await listVersionPages(stack.db, 'mec_1')).toEqual([
      { number: 2, objectKey: 'two', firstSeenAt: at(100.5), lastSeenAt: at(100.9) },
      { number: 3, objectKey: 'three', firstSeenAt: at(150), lastSeenAt: at(200.5) },
      { number: 4, objectKey: 'again', firstSeenAt: at(300), lastSeenAt: at(400) },
    ])
    expect(await listVersionPages(stack.db, 'mec_2')).toMatchObject([{ number: 7, objectKey: 'other' }])
  })
})
