import { beforeEach, describe, expect, it } from 'vitest'
import type { AddressNote } from './address-notes.ts'
import type { ScrapedArticle } from '../article/article.ts'
import { ScrapeError, type ErrorKind } from '../errors.ts'
import { DriftWatch } from './drift-watch.ts'
import type { ListingHistory, WatchedField } from './judge-drift.ts'
import type { Drift, DriftPorts } from './ports.ts'

const HISTORY: ListingHistory = { structures: ['article.tileItem'], hadItems: true }
const NOW = new Date('2026-03-10T12:00:00Z')
const NEWS = 'https://www.gov.br/pesca/pt-br/noticias'
const NOTES = 'https://www.gov.br/pesca/pt-br/notas'

/** Kinds of changes that are open. */
let open: Set<string>
/** Every change that was recorded, and every list of kinds that ended. */
let opened: Drift[]
let ended: (readonly string[])[]
let fallen: WatchedField[]
/** What was compared with earlier days. */
let compared: unknown[]
let ports: DriftPorts
beforeEach(() => {
  open = new Set()
  opened = []
  ended = []
  fallen = []
  compared = []
  ports = {
    findListing: async () => HISTORY,
    saveListing: async () => {},
    findFallen: async (_, counts) => {
      compared.push(counts)
      return fallen
    },
    open: async (_, drift) => {
      opened.push(drift)
      open.add(drift.kind)
    },
    end: async (_, kinds) => {
      ended.push(kinds)
      kinds.forEach((kind) => open.delete(kind))
    },
  }
})

const pageOf = (url: string, finalUrl = url) => ({
  url,
  finalUrl,
  text: '',
  answer: { status: 200, headers: new Headers(), bytes: new Uint8Array() },
  validators: { etag: null, lastModified: null },
})

function readListing(address: string, found: number, finalUrl = address) {
  return {
    page: pageOf(address, finalUrl),
    value: { items: [], found, nextUrl: null, structure: found > 0 ? 'article.tileItem' : null },
  }
}

/**
 * One run that reads listings with so many entries. Null is a listing that did not change. A run that continues another
 * one begins with a later listing than the first.
 */
async function run(
  listings: Record<string, number | null>,
  { isFirstPart = true, scraped = 0, undated = 0 } = {},
): Promise<void> {
  const watch = new DriftWatch('pesca', ports, () => NOW)
  for (const [address, found] of Object.entries(listings)) {
    if (found === null) watch.recordUnchanged()
    else await watch.checkListing(address, readListing(address, found))
  }
  await watch.finish({ scraped, undated, fields: {} }, { isFirstPart, isWhole: true, notes: new Map() })
}

describe('a listing that became empty', () => {
  it.each([
    ['has entries again', 3, []],
    ['is again as it was before, by its ETag', null, []],
    ['is still empty', 0, ['no-items']],
  ])('in a run where it %s', async (_, found, expected) => {
    await run({ [NEWS]: 0 })
    expect([...open]).toEqual(['no-items'])
    await run({ [NEWS]: found })
    expect([...open]).toEqual(expected)
  })

  it('stays reported while another listing of the site has entries', async () => {
    await run({ [NEWS]: 0, [NOTES]: 3 })
    expect([...open]).toEqual(['no-items'])
    await run({ [NOTES]: null, [NEWS]: 0 })
    expect([...open]).toEqual(['no-items'])
    await run({ [NEWS]: null, [NOTES]: null })
    expect([...open]).toEqual([])
  })

  it('stays reported when the run is interrupted and continued with another listing', async () => {
    await run({ [NEWS]: 0 })
    await run({ [NOTES]: 3 }, { isFirstPart: false })
    expect([...open]).toEqual(['no-items'])
    await run({ [NEWS]: 3, [NOTES]: 3 })
    expect([...open]).toEqual([])
  })
})

describe('a site without dates', () => {
  it.each([
    ['its articles were asked before', {}, true],
    ['a further article has no date', { scraped: 1, undated: 1 }, true],
    ['one of its articles has a date', { scraped: 2, undated: 1 }, false],
  ])('is open after a run in which %s: %o', async (_, counts, isOpen) => {
    open.add('undated-articles')
    await run({ [NEWS]: 3 }, counts)
    expect(open.has('undated-articles')).toBe(isOpen)
  })
})

describe('a listing that redirects', () => {
  it.each([
    [NEWS, 3, false],
    [`${NEWS}/`, 3, false],
    [`${NEWS}/2026`, 3, false],
    [`${NEWS}-da-casa`, 3, true],
    [NOTES, 1, true],
    [NOTES, 0, false],
  ])('to %s with %i entries has moved: %j', async (finalUrl, found, isMoved) => {
    const watch = new DriftWatch('pesca', ports, () => NOW)
    await watch.checkListing(NEWS, readListing(NEWS, found, finalUrl))
    expect(open.has('listing-moved')).toBe(isMoved)
  })
})

describe('the first page of a listing', () => {
  it.each([
    ['li.item', 'new-structure', `${NEWS}: the entries have the structure li.item for the first time`],
    [null, 'no-items', `${NEWS}: the listing had entries before and is empty`],
  ] as const)('with the structure %s is recorded as %s', async (structure, kind, detail) => {
    const { page, value } = readListing(NEWS, structure === null ? 0 : 1)
    await new DriftWatch('pesca', ports, () => NOW).checkListing(NEWS, {
      page,
      value: { ...value, structure },
    })
    expect(opened).toEqual([{ kind, detail, page: { address: NEWS, text: '' } }])
  })
})

describe('a page that cannot be read', () => {
  const page = { address: `${NEWS}/a`, text: '<p>' }
  it.each<[ErrorKind, 'listing' | 'article', string[]]>([
    ['html_changed', 'listing', ['unknown-structure']],
    ['html_changed', 'article', ['unknown-article']],
    ['empty_content', 'article', ['unknown-article']],
    ['incomplete', 'article', ['unknown-article']],
    ['wrong_page', 'article', ['wrong-pages']],
    ['url_broken', 'article', []],
  ])('by %s, of a %s, is kept as %j', async (kind, what, kinds) => {
    const watch = new DriftWatch('pesca', ports, () => NOW)
    await watch.keepUnread(new ScrapeError(kind, 'why', { page }), what)
    expect(opened.map((drift) => [drift.kind, drift.page])).toEqual(kinds.map((of) => [of, page]))
    opened = []
    if (kind === 'wrong_page') return
    await watch.keepUnread(new ScrapeError(kind, 'why'), what)
    expect(opened).toEqual([])
  })
})

describe('an article', () => {
  type Options = { flags?: readonly string[]; picture?: object }
  const articleOf = (body: string, { flags = [], picture = { imageUrl: 'img' } }: Options = {}) =>
    ({ rules: { title: 'h1', publishedAt: 'time', body, ...picture }, flags }) as unknown as ScrapedArticle

  it.each([
    ['read by a rule', 'plone-html', 'div', [], []],
    ['read without a rule', 'plone-html', 'general', [], ['general-reading']],
    ['of any page, read without a rule', 'feed', 'general', [], []],
    ['whose hours differ', 'plone-html', 'div', ['shifted'], ['shifted-times']],
  ] as const)('%s, of the kind %s by %s %j, is recorded once: %j', async (_, kind, body, flags, kinds) => {
    const watch = new DriftWatch('pesca', ports, () => NOW)
    const read = { page: pageOf(`${NEWS}/a`), value: articleOf(body, { flags }) }
    await watch.recordArticle(read, kind)
    await watch.recordArticle(read, kind)
    expect(opened.map((drift) => drift.kind)).toEqual(kinds)
  })

  it('shows a field that became rare, by the last page that lacks it', async () => {
    fallen = ['imageUrl', 'body']
    const watch = new DriftWatch('pesca', ports, () => NOW)
    for (const name of ['a', 'b', 'c']) {
      const value = articleOf('div', name === 'c' ? {} : { picture: {} })
      await watch.recordArticle({ page: pageOf(`${NEWS}/${name}`), value }, 'plone-html')
    }
    const fields = { title: 3 }
    const run = { isFirstPart: true, isWhole: true, notes: new Map() }
    await watch.finish({ scraped: 3, undated: 0, fields }, run)
    expect(compared).toEqual([{ articles: 3, fields }])
    expect(opened).toEqual([
      {
        kind: 'missing-fields',
        detail: 'articles without imageUrl, body',
        page: { address: `${NEWS}/b`, text: '' },
      },
    ])
  })
})

describe('the end of a run', () => {
  const OF_ARTICLES = ['undated-articles', 'general-reading', 'shifted-times']
  it.each([
    ['without entries', { scraped: 0, found: [0] }, []],
    ['with entries', { scraped: 0, found: [1] }, [['unknown-structure', 'no-items']]],
    ['with an empty listing, too', { scraped: 0, found: [1, 0] }, [['unknown-structure']]],
    ['with an article', { scraped: 1, found: [0] }, [OF_ARTICLES]],
    ['with two', { scraped: 2, found: [1] }, [['unknown-structure', 'no-items', ...OF_ARTICLES]]],
    ['that is not whole', { scraped: 1, found: [1], isWhole: false }, []],
  ])('%s ends the changes that it did not find: %j', async (_, { scraped, found, ...rest }, expected) => {
    const watch = new DriftWatch('pesca', ports, () => NOW)
    for (const count of found) await watch.checkListing(NEWS, readListing(NEWS, count))
    const run = { isFirstPart: true, isWhole: true, notes: new Map<string, AddressNote>(), ...rest }
    await watch.finish({ scraped, undated: 0, fields: {} }, run)
    expect(ended.slice(2)).toEqual(expected)
    expect(compared).toHaveLength(scraped > 0 && run.isWhole ? 1 : 0)
  })

  const DAY = 86_400_000
  it.each<[AddressNote['reason'], number, number, string[]]>([
    ['failed', 2, 0, []],
    ['failed', 3, 0, ['unread-articles']],
    ['failed', 3, 2 * DAY, ['unread-articles']],
    ['failed', 3, 2 * DAY + 1, []],
    ['undated', 1, 0, ['unread-articles']],
    ['gone', 9, 0, []],
    ['held', 9, 0, ['wrong-pages']],
  ])('records an address of the reason %s, answered %i times, %i ms ago: %j', async (...row) => {
    const [reason, times, age, kinds] = row
    const lastAt = new Date(NOW.getTime() - age).toISOString()
    const item = { url: `${NEWS}/a`, title: '', stamp: null, category: null, tags: [] }
    const note: AddressNote = { reason, times, lastAt, nextAt: lastAt, detail: 'why', item }
    const run = { isFirstPart: true, isWhole: false, notes: new Map([[item.url, note]]) }
    await new DriftWatch('pesca', ports, () => NOW).finish({ scraped: 0, undated: 0, fields: {} }, run)
    const detail = `1 addresses; ${item.url}: ${reason}: why`
    expect(opened).toEqual(kinds.map((kind) => ({ kind, detail, page: null })))
    const others = ['wrong-pages', 'unread-articles'].filter((kind) => !kinds.includes(kind))
    expect(ended).toEqual(others.map((kind) => [kind]))
  })
})
