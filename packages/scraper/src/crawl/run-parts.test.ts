import { beforeEach, describe, expect, it } from 'vitest'
import { createAddressMemory } from '../../../../test/kit/services/address-memory.ts'
import { ScrapeError } from '../errors.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { Progress, RunPorts, RunRequest, StoredArticle } from './ports.ts'
import { usualWindow } from '../runs/run-window.ts'
import { scrapeSite } from './scrape-site.ts'

// Which parts a run has: its listings, what a feed names, articles of the last hours, and what the next run must read.
const ROOT = 'https://www.gov.br/pesca/pt-br'
const NEWS = `${ROOT}/noticias`
const LOST = `${ROOT}/noticias-antigas`
const FEED = KINDS['plone-html'].hintSources(NEWS)[0]?.address ?? ''
const NOW = new Date('2026-03-10T15:00:00Z')
const GONE = new ScrapeError('url_broken', 'status 404', { isGone: true, status: 404 })
const AWAY = new ScrapeError('network_error', 'time-out')
const GAP = { request: '', listing: 0, pageUrl: '', kind: 'plone-html', pages: 0, sent: [], hasGap: true }

let pages: Map<string, string | ScrapeError>
let asked: string[]
let remembered: Set<string>
let known: Map<string, string>
let sent: string[]
let fresh: { since: Date; limit: number }[]
/** Articles of the last hours. */
let stored: StoredArticle[]
/** Stored texts by id. */
let texts: Map<string, { characters: number; contentHash: string }>
let progress: Progress | null
/** Kinds of changes that were recorded and that ended. */
let drifts: { opened: string[]; ended: string[] }
/** The instant, and how long the site takes for an answer. */
let now: Date
let answerMs: number

beforeEach(() => {
  pages = new Map()
  asked = []
  remembered = new Set()
  known = new Map()
  sent = []
  fresh = []
  stored = []
  texts = new Map()
  progress = null
  drifts = { opened: [], ended: [] }
  now = NOW
  answerMs = 0
})

const tile = (slug: string, day: string) =>
  `<article class="tileItem"><a class="summary url" href="${NEWS}/${slug}">Título ${slug}</a><span class="documentByLine">${day && `${day} 08h30`}</span></article>`
const article = (slug: string, day: string) =>
  `<html><body><div id="content"><h1>Título ${slug}</h1>${day && `<span class="documentPublished"><span class="value">${day} 08h30</span></span>`}<p>Texto da notícia ${slug} com palavras bastantes.</p></div></body></html>`
const slugs = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)

/** Puts a listing and the pages of its articles on the site. Without a day, the one or the others have no date. */
function publish(names: readonly string[], { listed = '10/03/2026', stated = '10/03/2026' } = {}): void {
  pages.set(NEWS, `<div id="content">${names.map((slug) => tile(slug, listed)).join('')}</div>`)
  for (const slug of names) pages.set(`${NEWS}/${slug}`, article(slug, stated))
}

function run(request: Partial<RunRequest> = {}, listingUrls: string[] = [NEWS]) {
  const ports: RunPorts = {
    fetcher: {
      fetchPage: async (address, _, { conditional = false } = {}) => {
        asked.push(`${address}${conditional ? ' if changed' : ''}`)
        now = new Date(now.getTime() + answerMs)
        const text = pages.get(address) ?? (address.includes('b_start') ? '<div id="content"></div>' : GONE)
        if (text instanceof ScrapeError) throw text
        if (conditional && remembered.has(address)) return null
        const answer = { status: 200, headers: new Headers(), bytes: Buffer.from(text) }
        const validators = { etag: '"x"', lastModified: null }
        return { url: address, finalUrl: address, text, answer, validators }
      },
      remember: async ({ url }) => void remembered.add(url),
    },
    now: () => now,
    addresses: createAddressMemory(),
    findKnown: async () => known,
    findTexts: async () => texts,
    emit: async ({ url }) => void sent.push(url.replace(`${NEWS}/`, '')),
    hints: { isAbsent: async () => false, recordAbsent: async () => {} },
    listFresh: async (_, options) => {
      fresh.push(options)
      return stored
    },
    drifts: {
      findListing: async () => ({ structures: ['article.tileItem'], hadItems: true }),
      saveListing: async () => {},
      findFallen: async () => [],
      open: async (_, { kind }) => void drifts.opened.push(kind),
      end: async (_, kinds) => void drifts.ended.push(...kinds),
    },
    loadProgress: async () => progress,
    saveProgress: async (_, value) => void (progress = value),
  }
  const usual = { allowUpdate: false, isDeep: false, looksAgain: false, deadline: null }
  const site = { key: 'pesca', kind: 'plone-html', listingUrls } as const
  return scrapeSite(site, { window: usualWindow(NOW), ...usual, ...request }, ports)
}

describe('what a feed names', () => {
  function announce(count: number): void {
    publish(['a'])
    const items = slugs(count).map(
      (slug) =>
        `<item><title>Título ${slug}</title><link>${NEWS}/${slug}</link><pubDate>Tue, 10 Mar 2026 08:30:00 -0300</pubDate></item>`,
    )
    pages.set(FEED, `<rss version="2.0"><channel>${items.join('')}</channel></rss>`)
    for (const slug of slugs(count)) pages.set(`${NEWS}/${slug}`, article(slug, '10/03/2026'))
  }

  it.each([
    [15, true],
    [16, false],
  ])('of %i articles is read up to 15, and the feed is known then: %s', async (count, isKnown) => {
    announce(count)
    await run({ looksAgain: true })
    expect(sent).toEqual(['a', ...slugs(15)])
    expect(remembered.has(FEED)).toBe(isKnown)
  })

  it.each([
    ['07/03/2026', false],
    ['08/03/2026', true],
    ['10/03/2026', true],
    ['11/03/2026', false],
  ])('is sent when its page is of the days of the run: %s %s', async (day, isSent) => {
    announce(1)
    pages.set(`${NEWS}/n0`, article('n0', day))
    expect(await run({ looksAgain: true })).toMatchObject({ hinted: isSent ? 1 : 0 })
    expect(sent).toEqual(isSent ? ['a', 'n0'] : ['a'])
    expect(remembered.has(`${NEWS}/n0`)).toBe(true)
  })

  it.each([
    ['a text', 'palavra '.repeat(200), 1],
    ['some words', 'Em breve.', 0],
  ])('in a sitemap is news if it has %s', async (_, text, count) => {
    publish(['a'])
    const entry = `<url><loc>${NEWS}/n0</loc><lastmod>2026-03-10</lastmod></url>`
    pages.set('https://www.gov.br/pesca/sitemap.xml', `<urlset>${entry}</urlset>`)
    pages.set(`${NEWS}/n0`, article('n0', '10/03/2026').replace('palavras bastantes', text))
    expect(await run({ isDeep: true })).toMatchObject({ hinted: count })
  })

  it('is asked for again when the site leaves an article unanswered', async () => {
    announce(3)
    pages.set(`${NEWS}/n1`, AWAY)
    await run({ looksAgain: true })
    expect(sent).toEqual(['a', 'n0'])
    expect(remembered.has(FEED)).toBe(false)
  })

  it('is read only where it changed, unless a listing is gone', async () => {
    announce(1)
    await run({ looksAgain: true })
    expect(asked.filter((address) => address.startsWith(FEED))).toEqual([`${FEED} if changed`])
    expect(asked).toContain(`${NEWS}/n0 if changed`)
    asked = []
    await run({ looksAgain: true }, [NEWS, LOST])
    expect(asked.filter((address) => address.startsWith(FEED))).toEqual([FEED])
  })
})

describe('a run', () => {
  it('follows up the articles of the last two hours, unless a listing is gone', async () => {
    publish(['a'])
    await run({ followsUp: true })
    expect(fresh).toEqual([{ since: new Date('2026-03-10T13:00:00Z'), limit: 8 }])
    await run({ followsUp: true }, [NEWS, LOST])
    await run()
    expect(fresh).toHaveLength(1)
  })

  it('leaves a fresh article that is gone to the second look', async () => {
    publish(['a'])
    stored = [{ url: `${NEWS}/x`, title: 'X', category: null }]
    expect(await run({ followsUp: true })).toMatchObject({ gone: 0, failed: 0, sent: 1 })
    expect(asked.at(-1)).toBe(`${NEWS}/x if changed`)
  })

  it('ends at once when its host is paused', async () => {
    publish(slugs(3))
    pages.set(`${NEWS}/n1`, new ScrapeError('host_paused', 'the host is paused'))
    expect(await run()).toMatchObject({ stopped: 'error', sent: 1 })
    expect(asked).not.toContain(`${NEWS}/n2`)
  })

  it.each([
    [4, 'end'],
    [5, 'error'],
  ])('after %i articles in a row without an answer stops with %s', async (count, stopped) => {
    publish(slugs(6))
    for (const slug of slugs(count)) pages.set(`${NEWS}/${slug}`, AWAY)
    expect(await run()).toMatchObject({ stopped, failed: count })
    expect(asked.includes(`${NEWS}/n5`)).toBe(stopped === 'end')
  })

  it.each([
    ['08/03/2026', 'end', 6],
    ['07/03/2026', 'too_old', 5],
    ['', 'undated', 5],
  ])('of a listing without days, with articles of %j, stops with %s', async (stated, stopped, scraped) => {
    publish(slugs(6), { listed: '', stated })
    expect(await run()).toMatchObject({ stopped, scraped })
  })

  it('reads an unchanged listing for updates', async () => {
    publish(['a'])
    await run()
    expect(await run()).toMatchObject({ stopped: 'unchanged', sent: 0 })
    expect(await run({ allowUpdate: true })).toMatchObject({ stopped: 'end', sent: 1 })
  })

  it.each([
    ['a second look holds back', { looksAgain: true }, []],
    ['an operator who asks for updates sends', { allowUpdate: true }, ['a']],
  ])('finds much less of a stored text, which %s', async (_, request, expected) => {
    publish(['a'])
    known = new Map([[`${NEWS}/a`, 'a']])
    texts = new Map([['a', { characters: 10_000, contentHash: 'x' }]])
    await run(request)
    expect(sent).toEqual(expected)
  })

  it('goes on behind older articles where the listing states days', async () => {
    publish(slugs(6), { stated: '01/03/2026' })
    expect(await run()).toMatchObject({ stopped: 'end', sent: 6 })
  })

  it.each([
    ['a deep pass reads on', { isDeep: true }, false, 1],
    ['a run that closes a gap ends', {}, true, 0],
  ])('behind 70 known articles without dates: %s', async (_, request, hasGap, count) => {
    publish([...slugs(70), 'nova'], { listed: '' })
    known = new Map(slugs(70).map((slug) => [`${NEWS}/${slug}`, slug]))
    progress = hasGap ? (GAP as unknown as Progress) : null
    expect(await run(request)).toMatchObject({ sent: count })
  })

  it.each<[string, { hasGap: boolean; isLost: boolean; listed: string; stated: string }, boolean]>([
    ['nothing', { hasGap: false, isLost: false, listed: '10/03/2026', stated: '10/03/2026' }, false],
    [
      'a gap that it closed',
      { hasGap: true, isLost: false, listed: '10/03/2026', stated: '10/03/2026' },
      false,
    ],
    [
      'a listing that is gone',
      { hasGap: false, isLost: true, listed: '10/03/2026', stated: '10/03/2026' },
      false,
    ],
    ['both', { hasGap: true, isLost: true, listed: '10/03/2026', stated: '10/03/2026' }, true],
    ['articles without dates', { hasGap: false, isLost: false, listed: '', stated: '' }, true],
  ])('after %s leaves a gap: %j %s', async (_, { hasGap, isLost, ...days }, leavesGap) => {
    publish(slugs(6), days)
    progress = hasGap ? (GAP as unknown as Progress) : null
    await run({}, isLost ? [NEWS, LOST] : [NEWS])
    expect(progress?.hasGap ?? false).toBe(leavesGap)
  })
})

describe('the changes of a site', () => {
  const OF_LISTINGS = ['unknown-structure', 'no-items']
  const OF_ARTICLES = ['undated-articles', 'general-reading', 'shifted-times']
  // Runs end these when no address shows a fault, whatever they read.
  const endedKinds = () => drifts.ended.filter((kind) => !/^(wrong-pages|unread-articles)$/.test(kind))

  it('that an empty page behind the first shows are none', async () => {
    publish(['a'])
    await run()
    expect(asked).toContain(`${NEWS}?b_start:int=1`)
    expect(drifts.opened).toEqual([])
    expect(endedKinds()).toEqual([...OF_LISTINGS, ...OF_ARTICLES])
  })

  it('end where a run begins with the first listing', async () => {
    publish(['a'])
    const { start, end } = usualWindow(NOW)
    const request = `${start} ${end} false false false`
    progress = { ...GAP, hasGap: false, request, listing: 1, pageUrl: NEWS } as unknown as Progress
    await run({}, [LOST, NEWS])
    expect(endedKinds()).toEqual(OF_ARTICLES)
  })

  it.each([
    ['at its deadline', { deadline: NOW.getTime() + 90_000 }, 'deadline'],
    ['by failures of the site', {}, 'error'],
  ])('stay open after a run that ends %s', async (_, request, stopped) => {
    publish(slugs(6))
    answerMs = 60_000
    if (stopped === 'error') for (const slug of slugs(6)) pages.set(`${NEWS}/${slug}`, AWAY)
    expect(await run(request)).toMatchObject({ stopped })
    expect(endedKinds()).toEqual([])
    expect(progress).toMatchObject({ listing: 0, pageUrl: NEWS })
  })
})

describe('a second look', () => {
  it.each([true, false])('%s reads past the known articles of the first page alone', async (looksAgain) => {
    const pagesOf = [['n0', 'n1', 'n2'], ['n3'], ['n4']]
    publish(['n0', 'n1', 'n2', 'n3', 'n4'])
    const offsets = [0, 3, 4]
    pagesOf.forEach((names, at) => {
      const address = at === 0 ? NEWS : `${NEWS}?b_start:int=${offsets[at]}`
      const tiles = names.map((slug) => tile(slug, '10/03/2026'))
      pages.set(address, `<div id="content">${tiles.join('')}</div>`)
    })
    known = new Map(['n0', 'n1', 'n2', 'n3'].map((slug) => [`${NEWS}/${slug}`, slug]))
    expect(await run({ looksAgain })).toMatchObject({ stopped: 'known_urls' })
    expect(asked.includes(`${NEWS}?b_start:int=3`)).toBe(looksAgain)
    expect(sent).toEqual(looksAgain ? ['n0', 'n1', 'n2', 'n3'] : [])
  })
})

describe('an article', () => {
  it('without a date is named in the result', async () => {
    publish(['a'], { listed: '', stated: '' })
    expect(await run()).toMatchObject({
      undated: 1,
      failed: 0,
      faults: [{ url: `${NEWS}/a`, kind: 'undated', detail: 'the article has no date' }],
    })
  })
})
