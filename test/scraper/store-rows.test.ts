import { upsertArticles } from '@pauta/core/ingest/writes'
import {
  findPageValidators,
  findSameText,
  isPageAbsent,
  listAddressNotes,
  listKnownAddresses,
  listTexts,
  recordListedAddresses,
  recordPageAbsent,
  recordSentAddress,
  saveAddressNote,
  savePageValidators,
} from '@pauta/scraper/store/addresses'
import {
  countRequests,
  endHostTurn,
  findBreaker,
  findRobots,
  saveBreaker,
  saveHostPause,
  saveRobots,
  takeHostTurn,
} from '@pauta/scraper/store/hosts'
import { listFreshArticles, listRecentArticles, recordMissing } from '@pauta/scraper/store/missing'
import type { AddressNote } from '@pauta/scraper/crawl/address-notes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'

// The memory of the scraper, on rows that differ from a matching row in one column. No worker runs beside them.
const DAY = 24 * 3600
const HOST = 'www.gov.br'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  const memory = [
    'scrapeHosts',
    'scrapeBreakers',
    'scrapeMissing',
    'scrapeAddresses',
    'scrapeNotes',
    'scrapePages',
  ] as const
  await clearTables(stack.db, ['articles', ...memory])
})

/** Writes an article of MEC, and the columns that the intake does not set. */
async function addArticle(uniqueId: string, columns: Columns = {}): Promise<void> {
  const url = `https://${HOST}/mec/${uniqueId}`
  await upsertArticles(stack.db, [
    received(anArticle({ uniqueId, url, agencyKey: 'mec', publishedAt: at(-3600) })),
  ])
  if (Object.keys(columns).length > 0) await tables.articles.set(stack.db, { uniqueId }, columns)
}
const send = (uniqueId: string, agencyKey = 'mec', url = `https://${HOST}/mec/${uniqueId}`) =>
  recordSentAddress(stack.db, { agencyKey, url, uniqueId, at: at(-60) })

describe('known addresses', () => {
  it('are those of stored and of sent articles of the agency, each once', async () => {
    await addArticle('stored')
    await addArticle('down', { deletedAt: NOW })
    await addArticle('foreign', { agencyKey: 'saude' })
    await send('sent')
    await send('other', 'mec', `https://${HOST}/mec/stored`)
    await send('elsewhere', 'saude')
    const known = await listKnownAddresses(stack.db, { agencyKey: 'mec', from: '2026-06-01' })
    expect(known.map(({ url, uniqueId }) => `${url.split('/').at(-1)} ${uniqueId}`)).toEqual([
      'down down',
      'sent sent',
      'stored stored',
    ])
  })

  it.each<[Columns, boolean]>([
    [{ publishedAt: new Date('2026-05-20T03:00:00Z') }, true],
    [{ publishedAt: new Date('2026-05-20T02:59:59Z') }, false],
  ])('beyond the latest 200 begin with the day from which a run reads: %j', async (columns, isKnown) => {
    const articles = Array.from({ length: 200 }, (_, n) =>
      received(anArticle({ uniqueId: `n${n}`, agencyKey: 'mec', publishedAt: at(-3600) })),
    )
    await upsertArticles(stack.db, articles)
    await addArticle('old', columns)
    const known = await listKnownAddresses(stack.db, { agencyKey: 'mec', from: '2026-05-20' })
    expect(known).toHaveLength(isKnown ? 201 : 200)
  })

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ contentHash: 'other' }, false],
    [{ agencyKey: 'saude' }, false],
    [{ deletedAt: NOW }, false],
    [{ publishedAt: at(-30 * DAY) }, false],
    [{ publishedAt: at(-30 * DAY + 1) }, true],
  ])('of an article with %j have the same text: %j', async (columns, isSame) => {
    await addArticle('a', { contentHash: 'x', ...columns })
    const found = await findSameText(stack.db, { agencyKey: 'mec', contentHash: 'x', now: NOW })
    expect(found).toBe(isSame ? 'a' : undefined)
  })

  it('of the same text are those of the oldest article', async () => {
    await addArticle('new', { contentHash: 'x', publishedAt: at(-1) })
    await addArticle('old', { contentHash: 'x', publishedAt: at(-2) })
    expect(await findSameText(stack.db, { agencyKey: 'mec', contentHash: 'x', now: NOW })).toBe('old')
  })

  it('keep when they were first seen, last listed and last sent', async () => {
    const url = `https://${HOST}/mec/a`
    await send('a')
    await recordListedAddresses(stack.db, { agencyKey: 'mec', urls: [url], at: at(-30) })
    await recordListedAddresses(stack.db, { agencyKey: 'saude', urls: [url], at: at(-20) })
    await recordListedAddresses(stack.db, { agencyKey: 'mec', urls: [`${url}b`], at: at(-10) })
    const read = async () =>
      (await stack.db`select unique_id, first_seen_at, last_seen_at, sent_at from scrape_addresses`)[0]
    expect(await read()).toEqual({
      uniqueId: 'a',
      firstSeenAt: at(-60),
      lastSeenAt: at(-30),
      sentAt: at(-60),
    })
    await recordSentAddress(stack.db, { agencyKey: 'mec', url, uniqueId: 'b', at: NOW })
    expect(await read()).toEqual({ uniqueId: 'b', firstSeenAt: at(-60), lastSeenAt: NOW, sentAt: NOW })
  })
})

describe('an address that was asked in vain', () => {
  const url = `https://${HOST}/mec/noticia`
  const note: AddressNote = {
    reason: 'failed',
    detail: 'status 500',
    times: 1,
    lastAt: at(-60).toISOString(),
    nextAt: NOW.toISOString(),
    item: { url, title: 'Notícia', stamp: null, category: null, tags: ['a'] },
  }
  const save = (agencyKey: string, saved: AddressNote | null, address = url) =>
    saveAddressNote(stack.db, { agencyKey, url: address }, saved)

  it('is remembered with its last answer, for its agency, until it gives its article', async () => {
    await save('mec', note)
    await save('saude', { ...note, reason: 'gone' })
    await save('mec', { ...note, lastAt: at(-90).toISOString() }, `${url}-antes`)
    const last = {
      ...note,
      reason: 'undated',
      detail: 'no date',
      times: 2,
      lastAt: NOW.toISOString(),
      nextAt: at(3600).toISOString(),
      item: { ...note.item, title: 'Outro título' },
    } as const
    await save('mec', last)
    expect([...(await listAddressNotes(stack.db, 'mec'))]).toEqual([
      [`${url}-antes`, { ...note, lastAt: at(-90).toISOString() }],
      [url, last],
    ])
    await save('mec', null)
    expect([...(await listAddressNotes(stack.db, 'mec')).keys()]).toEqual([`${url}-antes`])
    expect([...(await listAddressNotes(stack.db, 'saude')).keys()]).toEqual([url])
  })
})

describe('stored texts', () => {
  it('are those of the asked articles of the agency, in characters', async () => {
    await addArticle('a', { content: 'ação 🙂', contentHash: 'x' })
    await addArticle('b')
    await addArticle('foreign', { agencyKey: 'saude' })
    const texts = await listTexts(stack.db, { agencyKey: 'mec', ids: ['a', 'foreign', 'unknown'] })
    expect([...texts]).toEqual([['a', { characters: 6, contentHash: 'x' }]])
    expect([...(await listTexts(stack.db, { agencyKey: 'mec', ids: [] }))]).toEqual([])
  })
})

describe('a page', () => {
  const address = `https://${HOST}/rss`
  it('has the validators of its last answer', async () => {
    expect(await findPageValidators(stack.db, address)).toBeUndefined()
    await savePageValidators(stack.db, address, { etag: 'x', lastModified: 'y', at: NOW })
    await savePageValidators(stack.db, `${address}2`, { etag: 'z', lastModified: null, at: NOW })
    expect(await findPageValidators(stack.db, address)).toEqual({ etag: 'x', lastModified: 'y' })
    await savePageValidators(stack.db, address, { etag: null, lastModified: 'new', at: NOW })
    expect(await findPageValidators(stack.db, address)).toEqual({ etag: null, lastModified: 'new' })
  })

  it('is absent for seven days, and again after another answer without it', async () => {
    const isAbsent = (seconds: number, page = address) =>
      isPageAbsent(stack.db, { address: page, now: at(seconds) })
    await recordPageAbsent(stack.db, { address, now: NOW })
    expect(await isAbsent(7 * DAY - 1)).toBe(true)
    expect(await isAbsent(7 * DAY)).toBe(false)
    expect(await isAbsent(1, `${address}2`)).toBe(false)
    await recordPageAbsent(stack.db, { address, now: at(7 * DAY) })
    expect(await isAbsent(8 * DAY)).toBe(true)
  })
})

describe('a second look', () => {
  it.each<[Columns, string[]]>([
    [{}, ['a']],
    [{ agencyKey: 'saude' }, []],
    [{ deletedAt: NOW }, []],
    [{ deletedAt: NOW, removedAt: NOW }, ['a']],
    [{ publishedAt: new Date('2026-05-31T02:59:59Z') }, []],
    [{ publishedAt: new Date('2026-05-31T03:00:00Z') }, ['a']],
    [{ url: `https://${HOST}/mec/x` }, []],
  ])('checks an article with %j: %j', async (columns, checked) => {
    await addArticle('a', columns)
    await send('a')
    const found = await listRecentArticles(stack.db, { agencyKey: 'mec', from: '2026-05-31' })
    expect(found.map(({ uniqueId }) => uniqueId)).toEqual(checked)
    expect(found.map(({ isRemoved }) => isRemoved)).toEqual(checked.map(() => 'removedAt' in columns))
  })

  it('checks no article whose page was read for another agency', async () => {
    await addArticle('a')
    await send('a', 'saude')
    expect(await listRecentArticles(stack.db, { agencyKey: 'mec', from: '2026-05-31' })).toEqual([])
    expect(await listFreshArticles(stack.db, { agencyKey: 'mec', since: at(-DAY), limit: 9 })).toEqual([])
  })

  it('checks the newest first, and knows what was missing', async () => {
    for (const [id, seconds] of Object.entries({ a: -30, b: -10, c: -20 })) {
      await addArticle(id, { publishedAt: at(seconds) })
      await send(id)
    }
    await recordMissing(stack.db, { agencyKey: 'mec', missing: ['c'], present: [], at: NOW })
    const found = await listRecentArticles(stack.db, { agencyKey: 'mec', from: '2026-05-31' })
    expect(found.map(({ uniqueId, isMissing }) => [uniqueId, isMissing])).toEqual([
      ['b', false],
      ['c', true],
      ['a', false],
    ])
  })

  it('finds an article removed that was missing six hours before and not found in between', async () => {
    for (const id of ['a', 'b']) await addArticle(id)
    const look = (seconds: number, missing: string[], present: string[] = []) =>
      recordMissing(stack.db, { agencyKey: 'mec', missing, present, at: at(seconds) })
    expect(await look(0, ['a', 'b'])).toEqual([])
    expect(await look(6 * 3600 - 1, ['a'])).toEqual([])
    expect(await look(6 * 3600, ['a'], ['b'])).toEqual(['a'])
    expect(await look(12 * 3600, ['b'])).toEqual([])
    expect(await look(18 * 3600, ['b'])).toEqual(['b'])
    expect(await stack.db`select * from scrape_missing order by unique_id`).toEqual([
      { uniqueId: 'a', agencyKey: 'mec', firstMissedAt: NOW, lastMissedAt: at(6 * 3600) },
      { uniqueId: 'b', agencyKey: 'mec', firstMissedAt: at(12 * 3600), lastMissedAt: at(18 * 3600) },
    ])
  })
})

describe('a fresh article', () => {
  const list = async (limit = 9) =>
    (await listFreshArticles(stack.db, { agencyKey: 'mec', since: at(-DAY), limit })).map(({ url }) =>
      url.slice(-1),
    )

  it.each<[Columns, boolean]>([
    [{ publishedAt: at(-DAY), createdAt: at(-2 * DAY) }, true],
    [{ publishedAt: at(-DAY - 1), createdAt: at(-2 * DAY) }, false],
    [{ publishedAt: at(-2 * DAY), createdAt: at(-DAY) }, true],
    [{ publishedAt: at(-2 * DAY), createdAt: at(-DAY - 1) }, false],
    [{ publishedAt: at(-3 * DAY), createdAt: NOW }, true],
    [{ publishedAt: at(-3 * DAY - 1), createdAt: NOW }, false],
    [{ agencyKey: 'saude' }, false],
    [{ deletedAt: NOW, removedAt: NOW }, false],
    [{ url: `https://${HOST}/mec/x` }, false],
  ])('is one with %j: %j', async (columns, isFresh) => {
    await addArticle('a', { title: 'Um', category: 'Dois', ...columns })
    await send('a')
    expect(await listFreshArticles(stack.db, { agencyKey: 'mec', since: at(-DAY), limit: 9 })).toEqual(
      isFresh ? [{ url: `https://${HOST}/mec/a`, title: 'Um', category: 'Dois' }] : [],
    )
  })

  it('is listed before older ones, and of one instant by its id', async () => {
    for (const [id, publishedAt] of Object.entries({ c: at(-2), b: at(-1), a: at(-2), d: at(-3) })) {
      await addArticle(id, { publishedAt })
      await send(id)
    }
    expect([await list(), await list(3)]).toEqual([
      ['b', 'a', 'c', 'd'],
      ['b', 'a', 'c'],
    ])
  })
})

describe('a host', () => {
  const take = async (seconds: number, host = HOST) =>
    (await takeHostTurn(stack.db, host, { now: at(seconds), holdUntil: at(seconds + 20) })).waitMilliseconds

  it('gives one turn at a time, and the next one after its pause or when the turn is lost', async () => {
    expect(await take(0)).toBe(0)
    expect(await take(1, 'other')).toBe(0)
    expect(await take(1)).toBeGreaterThan(0)
    await endHostTurn(stack.db, HOST, { delayMilliseconds: 2000, openAt: at(5) })
    expect(await take(2, 'other')).toBeGreaterThan(0)
    expect(await take(4)).toBe(1000)
    expect(await take(5)).toBe(0)
    expect(await take(24)).toBeGreaterThan(0)
    expect(await take(25)).toBe(0)
  })

  it('keeps the later end of its pauses', async () => {
    await saveHostPause(stack.db, HOST, { delayMilliseconds: 1000, openAt: at(10) })
    await saveHostPause(stack.db, HOST, { delayMilliseconds: 500.4, openAt: at(5) })
    const read = async () => (await stack.db`select delay_ms, open_at from scrape_hosts`)[0]
    expect(await read()).toEqual({ delayMs: 500, openAt: at(10) })
    await endHostTurn(stack.db, HOST, { delayMilliseconds: 249.6, openAt: at(7) })
    expect(await read()).toEqual({ delayMs: 250, openAt: at(10) })
    const turn = await takeHostTurn(stack.db, HOST, { now: at(1), holdUntil: at(20) })
    expect(turn).toEqual({ waitMilliseconds: 9000, delayMilliseconds: 250 })
  })

  it('counts its requests by local day', async () => {
    for (const seconds of [0, 30]) await take(seconds)
    await take(60, 'other')
    expect(await countRequests(stack.db, NOW)).toBe(3)
    expect(await countRequests(stack.db, new Date('2026-06-02T02:59:59Z'))).toBe(3)
    expect(await countRequests(stack.db, new Date('2026-06-02T03:00:00Z'))).toBe(0)
    await take(DAY)
    expect(await countRequests(stack.db, at(DAY))).toBe(1)
    expect(await countRequests(stack.db, NOW)).toBe(1)
  })

  it('has the robots.txt and the breaker that were stored last', async () => {
    await take(0)
    expect(await findRobots(stack.db, HOST)).toBeUndefined()
    await saveRobots(stack.db, 'other', { text: 'c', readAt: NOW })
    expect(await findRobots(stack.db, HOST)).toBeUndefined()
    for (const [text, readAt] of [
      ['a', at(-9)],
      ['b', NOW],
    ] as const)
      await saveRobots(stack.db, HOST, { text, readAt })
    expect(await findRobots(stack.db, HOST)).toEqual({ text: 'b', readAt: NOW })
    expect(await findBreaker(stack.db, HOST)).toBeUndefined()
    const breaker = { failures: 1, pauseMs: 60_000, openUntil: at(60) }
    await saveBreaker(stack.db, 'other', { ...breaker, failures: 3 })
    await saveBreaker(stack.db, HOST, { failures: 9, pauseMs: 1, openUntil: NOW })
    await saveBreaker(stack.db, HOST, breaker)
    expect(await findBreaker(stack.db, HOST)).toEqual(breaker)
  })
})
