import { gzipSync } from 'node:zlib'
import { upsertArticles } from '@pauta/core/ingest/writes'
import {
  ADDRESSES_MAX,
  createBackfill,
  removeOldBackfills,
  resumeBackfill,
  stopBackfill,
} from '@pauta/scraper/backfill/backfills'
import { listOpenDrifts } from '@pauta/scraper/store/drifts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle, received } from '../kit/rows/factories.ts'
import { clearTables, tables, timeAgo } from '../kit/rows/tables.ts'
import { PastNews } from '../kit/services/past-news.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

let stack: SharedStack
let past: PastNews
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, [
    'backfills',
    'scrapeAddresses',
    'scrapeBreakers',
    'scrapeDrifts',
    'scrapeHosts',
    'scrapeSites',
  ])
  past = new PastNews(stack.db, 'mec', { pageSize: 2 })
})

const repeated = (paths: readonly string[]) => paths.filter((path, at) => paths.indexOf(path) !== at)
const pathsAsked = () => past.asked.map(({ path }) => path).filter((path) => path !== '/robots.txt')

describe('a backfill', () => {
  it('reads a listing of more than forty pages in several turns, and asks no page twice', async () => {
    const news = past.publish(90)
    const id = await past.begin(90)
    const ends = await past.turns(9, 1)
    expect(ends).toEqual(['deadline', 'deadline', 'done'])
    expect(past.sentSlugs()).toEqual(news.map(({ slug }) => slug))
    expect(repeated(pathsAsked().filter((path) => !path.endsWith('sitemap.xml')))).toEqual([])
    expect(await past.counts(id)).toEqual({ stored: 90 })
    expect(await past.row(id)).toMatchObject({ state: 'done', pages: 46, unlisted: 0, lastError: null })
  })

  it('reads the days of its window alone, and no page behind them', async () => {
    past.publish(40)
    const id = await past.begin(13, 10)
    expect(await past.turns(3)).toEqual(['done'])
    expect(past.sentSlugs()).toEqual(['n10', 'n11', 'n12', 'n13'].map((name) => `noticia-${name}`))
    expect(await past.counts(id)).toEqual({ stored: 4 })
    // The page behind the window shows that it ended.
    expect(await past.row(id)).toMatchObject({ pages: 8 })
  })

  it('goes on after a kill with the article that was under way', async () => {
    past.publish(10)
    const id = await past.begin(10)
    // A killed process ends between a request and what it stores of it.
    await new Promise<void>((resolve) => {
      const send = async (message: (typeof past.sent)[number]) => {
        if (past.sent.length === 4) {
          resolve()
          await new Promise(() => {})
        }
        past.sent.push(message)
      }
      void past.turn({ send })
    })
    expect(await past.counts(id)).toEqual({ stored: 4, waiting: 2 })
    past.now += 15 * 60_000
    expect(await past.turns(3)).toEqual(['done'])
    expect(past.sentSlugs()).toEqual(past.news.map(({ slug }) => slug))
    expect(repeated(pathsAsked())).toEqual([past.pathOf(past.news[4] ?? past.news[0]!)])
  })

  it('goes on after an error of a store, which fails the turn and is kept', async () => {
    past.publish(3)
    const id = await past.begin(3)
    const send = () => Promise.reject(new Error('the queue is away'))
    await expect(past.turn({ send })).rejects.toThrow('the queue is away')
    expect(await past.row(id)).toMatchObject({
      state: 'open',
      lastError: expect.stringContaining('away') as string,
    })
    expect(await past.turns(2)).toEqual(['done'])
    expect(past.sentSlugs()).toHaveLength(3)
  })

  it('asks for no article that is stored or on its way, and replaces none', async () => {
    past = new PastNews(stack.db, 'saude', { pageSize: 2 })
    const [first, second] = past.publish(4)
    if (!first || !second) throw new Error('no news')
    await upsertArticles(stack.db, [
      received(
        anArticle({
          agencyKey: 'saude',
          url: past.addressOf(first),
          publishedAt: first.publishedAt.toISOString(),
        }),
      ),
    ])
    const [seenAt, at] = [new Date(past.now), new Date(past.now)]
    await tables.scrapeAddresses.add(stack.db, {
      agencyKey: 'saude',
      url: past.addressOf(second),
      uniqueId: 'a_1',
      firstSeenAt: seenAt,
      lastSeenAt: seenAt,
      sentAt: at,
    })
    const id = await past.begin(4)
    await past.turns(2)
    expect([first, second].map((each) => past.countAsked(past.pathOf(each)))).toEqual([0, 0])
    expect(past.sentSlugs()).toEqual(['noticia-n3', 'noticia-n4'])
    expect(await past.counts(id)).toEqual({ known: 2, stored: 2 })
    // The version is as old as the article, so that it never beats what a run has read.
    expect(past.sent).toMatchObject(
      past.sent.map(({ publishedAt }) => ({ extractedAt: publishedAt, isPast: true })),
    )
  })
})

describe('what a backfill cannot read', () => {
  const drifts = async () =>
    (await listOpenDrifts(stack.db, { agencyKey: 'mec', now: new Date(past.now) })).map(
      ({ kind, detail }) => `${kind}: ${detail}`,
    )

  it('is counted and becomes an incident, which ends when it was read', async () => {
    const [refused, broken, gone, cut, other] = past.publish(6)
    if (!refused || !broken || !gone || !cut || !other) throw new Error('no news')
    past.troubles.set(past.pathOf(refused), 'forbidden')
    past.troubles.set(past.pathOf(broken), 'server-error')
    past.troubles.set(past.pathOf(gone), 'gone')
    const page = (title: string, end = '</html>') =>
      `<!DOCTYPE html><html><body><div id="content"><h1 class="documentFirstHeading">${title}</h1><div id="content-core"><p>${'Um texto sobre outra coisa. '.repeat(20)}</p></div></div></body>${end}`
    past.answers.set(past.pathOf(other), page('Concurso tem novas vagas de professor'))
    const undated = `${past.site.listingUrl}/sem-data`
    past.answers.set('/mec/sitemap.xml', `<urlset><url><loc>${undated}</loc></url></urlset>`)
    past.answers.set(new URL(undated).pathname, page('Notícia sem data'))
    const id = await past.begin(6)
    expect(await past.turns(5)).toEqual(['retry_later', 'retry_later', 'retry_later', 'done'])
    expect(await past.counts(id)).toEqual({ stored: 2, refused: 1, failed: 2, gone: 1, undated: 1 })
    const days = `backfill ${id}, ${past.dayOf(6)} to ${past.dayOf(1)}`
    expect(await drifts()).toEqual([`unread-history: ${days}: 1 undated, 1 refused, 2 failed`])
    expect(past.countAsked(past.pathOf(gone))).toBe(1)
    expect(past.countAsked(past.pathOf(refused))).toBe(1)
    expect(past.countAsked(past.pathOf(other))).toBe(3)

    past.troubles.clear()
    past.answers.clear()
    past.asked = []
    expect(await resumeBackfill(stack.db, id)).toBe(true)
    expect(await past.turns(2)).toEqual(['done'])
    expect(await past.counts(id)).toEqual({ stored: 5, gone: 1, undated: 1 })
    expect(pathsAsked().sort()).toEqual([refused, broken, other].map(past.pathOf).sort())
    expect(await drifts()).toEqual([`unread-history: ${days}: 1 undated`])
  })

  it('is a page that was cut, which is asked again', async () => {
    const [whole, cut] = past.publish(2)
    if (!whole || !cut) throw new Error('no news')
    const html = `<html><body><div id="content"><h1 class="documentFirstHeading">${cut.title}</h1><p>O programa rec`
    past.answers.set(past.pathOf(cut), html)
    const id = await past.begin(2)
    expect(await past.turn()).toEqual(['retry_later'])
    expect(past.sentSlugs()).toEqual([whole.slug])
    past.answers.clear()
    past.now += 15 * 60_000
    expect(await past.turn()).toEqual(['done'])
    expect(await past.counts(id)).toEqual({ stored: 2 })
  })

  it('ends a turn when five articles in a row fail, and the backfill when the listing fails three times', async () => {
    for (const each of past.publish(8)) past.troubles.set(past.pathOf(each), 'maintenance')
    const id = await past.begin(8)
    expect(await past.turn()).toEqual(['site_fault'])
    expect(pathsAsked().filter((path) => path.includes('noticia-'))).toHaveLength(5)
    await stopBackfill(stack.db, id)
    await clearTables(stack.db, ['scrapeBreakers'])
    past.troubles.set(new URL(past.site.listingUrl).pathname, 'server-error')
    const other = await past.begin(8)
    expect(await past.turns(6)).toEqual(['site_fault', 'site_fault', 'failed'])
    expect(await past.row(other)).toMatchObject({ state: 'failed', unlisted: 1 })
    expect(await drifts()).toEqual([expect.stringContaining('1 listings or sitemaps not read to their end')])
  })
})

describe('the requests of a backfill', () => {
  it('wait for the pause of the host', async () => {
    past.publish(6)
    await past.begin(6)
    await past.turns(2)
    const gaps = past.asked.slice(1).map(({ at }, place) => at - (past.asked[place]?.at ?? 0))
    expect(gaps.length).toBeGreaterThan(8)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  })

  it('leave room in the budget of the day, and go on the next day', async () => {
    past.publish(20)
    const id = await past.begin(20)
    expect(await past.turn({ requestsMax: 10 })).toEqual(['budget'])
    expect(past.asked).toHaveLength(10)
    expect(await past.turn({ requestsMax: 10 })).toEqual(['budget'])
    expect(past.asked).toHaveLength(10)
    past.now += 86_400_000
    expect(await past.turn({ requestsMax: 100 })).toEqual(['done'])
    expect(await past.counts(id)).toEqual({ stored: 20 })
  })

  it('end when an operator stops it, and go on when it is resumed', async () => {
    past.publish(6)
    const id = await past.begin(6)
    const send = async (message: (typeof past.sent)[number]) => {
      past.sent.push(message)
      if (past.sent.length === 3) await stopBackfill(stack.db, id)
    }
    expect(await past.turn({ send })).toEqual(['stopped'])
    expect(past.sent).toHaveLength(3)
    expect(await past.turn()).toEqual([])
    expect(await resumeBackfill(stack.db, id)).toBe(true)
    expect(await past.turn()).toEqual(['done'])
    expect(past.sentSlugs()).toEqual(past.news.map(({ slug }) => slug))
  })
})

describe('the history of a site', () => {
  it('is in all sitemaps of an index, compressed or with dates that are none', async () => {
    const listed = past.publish(1)
    const hidden = past.publish(12, { isUnlisted: true })
    const loc = (address: string, date?: string) =>
      `<url><loc>${address}</loc>${date === undefined ? '' : `<lastmod>${date}</lastmod>`}</url>`
    const map = (entries: string) => `<?xml version="1.0"?><urlset>${entries}</urlset>`
    const places = hidden.map((_, at) => `/mec/pt-br/sitemap-${at}.xml${at % 2 === 0 ? '.gz' : ''}`)
    for (const [at, news] of hidden.entries()) {
      // Every third page has no date of its own software, which states the beginning of its calendar.
      const date = at % 3 === 0 ? '1969-12-31T21:00:00-03:00' : news.publishedAt.toISOString()
      const elsewhere = loc('https://www.gov.br/mec/pt-br/agenda/reuniao', date)
      const old = loc(`${past.site.listingUrl}/antiga-${at}`, '2010-05-05')
      const text = map(`${loc(past.site.listingUrl)}${loc(past.addressOf(news), date)}${elsewhere}${old}`)
      past.answers.set(places[at] ?? '', at % 2 === 0 ? new Uint8Array(gzipSync(text)) : text)
    }
    const index = places.map((path) => `<sitemap><loc>https://www.gov.br${path}</loc></sitemap>`)
    past.answers.set('/mec/sitemap.xml', `<sitemapindex>${index.join('')}</sitemapindex>`)
    const id = await past.begin(13)
    expect(await past.turns(3)).toEqual(['done'])
    expect(past.sentSlugs().sort()).toEqual([...listed, ...hidden].map(({ slug }) => slug).sort())
    expect(await past.counts(id)).toEqual({ stored: 13 })
    expect(past.countAsked('/mec/pt-br/agenda/reuniao')).toBe(0)
  })

  it('is found in a listing without dates, which ends behind the window', async () => {
    past = new PastNews(stack.db, 'tvbrasil', { kind: 'tvbrasil', pageSize: 5 })
    past.publish(60)
    const id = await past.begin(12, 9)
    await past.turns(20)
    expect(past.sentSlugs()).toHaveLength(4)
    expect(await past.row(id)).toMatchObject({ state: 'done', pages: 4 })
    expect(await past.counts(id)).toEqual({ newer: 8, stored: 4, older: 8 })
    // The next one knows what is stored, also before the window.
    await upsertArticles(
      stack.db,
      past.news.map((each) =>
        received(
          anArticle({
            agencyKey: 'tvbrasil',
            url: past.addressOf(each),
            publishedAt: each.publishedAt.toISOString(),
          }),
        ),
      ),
    )
    past.asked = []
    const again = await past.begin(12, 9)
    expect(await past.turns(20)).toEqual(['done'])
    expect(pathsAsked().filter((path) => !path.startsWith('/ultimas'))).toEqual([])
    expect(await past.row(again)).toMatchObject({ pages: 4 })
  })

  it('is read from the software that answers, also when the site changes meanwhile', async () => {
    past.publish(30)
    const id = await past.begin(30)
    expect(await past.turn({ minutes: 0.3 })).toEqual(['deadline'])
    const sent = past.sent.length
    expect(sent).toBeGreaterThan(3)
    past.site.kind = 'plone6-api'
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', kind: 'plone6-api' })
    expect(await past.turns(6)).toEqual(['done'])
    expect(new Set(past.sentSlugs())).toEqual(new Set(past.news.map(({ slug }) => slug)))
    expect(past.sent).toHaveLength(30)
    const searches = pathsAsked().filter((path) => path.includes('/@search'))
    expect(searches.length).toBeGreaterThan(1)
    // Further pages keep the days of the first.
    for (const path of searches) expect(path).toContain('effective.query=20')
    expect(await past.row(id)).toMatchObject({ state: 'done' })
  })

  it.each([{ active: false }, { kind: 'unknown-here' }])('is not read of a site with %j', async (changes) => {
    past.publish(2)
    const id = await past.begin(2)
    const [before] = await stack.db<{ kind: string }[]>`select kind from sites where agency_key = 'mec'`
    await tables.sites.set(stack.db, { agencyKey: 'mec' }, changes)
    try {
      expect(await past.turn()).toEqual(['failed'])
    } finally {
      await tables.sites.set(stack.db, { agencyKey: 'mec' }, { active: true, ...before })
    }
    expect(past.asked).toEqual([])
    expect(await past.row(id)).toMatchObject({ lastError: expect.stringMatching(/^inactive_site/) as string })
  })
})

describe('the limits of backfills', () => {
  const window = { start: '2026-01-01', end: '2026-01-31' }
  const create = (agencyKey: string, days = window) =>
    createBackfill(stack.db, { agencyKey, window: days, now: new Date() })

  it('are five at a time, and one of each agency, also when several are asked for at once', async () => {
    const keys = ['mec', 'mec', 'saude', 'cultura', 'esporte', 'turismo', 'mda']
    const results = await Promise.allSettled(keys.map((key) => create(key)))
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
    expect(refused).toHaveLength(2)
    expect(refused.join()).toMatch(/already_open/)
    expect(refused.join()).toMatch(/too_many_open/)
    await expect(create('agu', { start: '2026-02-01', end: '2026-01-01' })).rejects.toThrow(/^bad_window/)
  })

  it('refuse to open a backfill again while another one of the agency is open', async () => {
    const first = await create('mec')
    await stopBackfill(stack.db, first)
    await create('mec')
    await expect(resumeBackfill(stack.db, first)).rejects.toThrow(/^already_open/)
  })

  it('end a backfill that finds too many addresses', async () => {
    past.publish(3)
    const id = await past.begin(3)
    const known = { backfillId: id, entry: {}, outcome: 'known' }
    const step = 10_000
    for (let from = 0; from < ADDRESSES_MAX; from += step)
      await tables.backfillAddresses.add(
        stack.db,
        Array.from({ length: step }, (_, at) => ({ ...known, url: `https://www.gov.br/mec/${from + at}` })),
      )
    expect(await past.turn()).toEqual(['failed'])
    const { lastError } = await past.row(id)
    expect(lastError).toMatch(/^too_many_addresses: the window has more than 100000/)
    expect(past.sent).toEqual([])
  })

  it('remove ended backfills after a while, some rows at a time, and no open one', async () => {
    const ids = [await create('mec'), await create('saude'), await create('cultura')]
    for (const id of ids)
      await tables.backfillAddresses.add(
        stack.db,
        ['a', 'b', 'c'].map((url) => ({ backfillId: id, url, entry: {}, outcome: 'known' })),
      )
    const [old = 0, recent = 0] = ids
    await tables.backfills.set(stack.db, { id: old }, { state: 'done', endedAt: timeAgo(91, 'day') })
    await tables.backfills.set(stack.db, { id: recent }, { state: 'done', endedAt: timeAgo(89, 'day') })
    await tables.backfills.set(stack.db, { agencyKey: 'cultura' }, { createdAt: timeAgo(200, 'day') })
    const purge = () => removeOldBackfills(stack.db, { before: timeAgo(90, 'day'), limit: 2 })
    expect([await purge(), await purge(), await purge()]).toEqual([2, 2, 0])
    expect(await tables.backfillAddresses.count(stack.db)).toBe(6)
    expect(await tables.backfills.count(stack.db)).toBe(2)
  })
})
