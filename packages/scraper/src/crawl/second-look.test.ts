import { beforeEach, describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import type { FetchedPage } from '../fetch/fetcher.ts'
import type { AddressMemory } from './address-notes.ts'
import { createAddressMemory } from '../../../../test/kit/services/address-memory.ts'
import type { Drift, RecentArticle, RemovalMessage, RunPorts, RunRequest } from './ports.ts'
import type { Site } from '../site/site.ts'
import { usualWindow } from '../runs/run-window.ts'
import { scrapeSite } from './scrape-site.ts'
import { SecondLook } from './second-look.ts'

const BASE = 'https://www.gov.br/pesca/pt-br/noticias'
const SITE: Site = { key: 'pesca', kind: 'plone-html', listingUrls: [BASE] }
const START = new Date('2026-03-10T12:00:00Z')
const HOUR = 3_600_000
const TEXT = 'Texto da notícia com palavras bastantes para não parecer uma página vazia.'

const missing = (status = 404) => new ScrapeError('url_broken', `status ${status}`, { isGone: true, status })
const tile = (slug: string) =>
  `<article class="tileItem"><a class="summary url" href="${BASE}/${slug}">Título ${slug}</a><span class="documentByLine">10/03/2026 08h30</span></article>`
const page = (text: string) =>
  `<html><body><div id="content"><h1>Título</h1><span class="documentPublished"><span class="value">10/03/2026 08h30</span></span><p>${text}</p></div></body></html>`

/** A site, the store and the queue, in memory. */
class World {
  readonly faults = new Map<string, ScrapeError>()
  readonly texts = new Map<string, string>()
  readonly asked: string[] = []
  readonly stored = new Map<string, { uniqueId: string; isRemoved: boolean }>()
  readonly firstMissed = new Map<string, number>()
  readonly removals: RemovalMessage[] = []
  readonly drifts = new Map<string, Drift>()
  readonly addresses: AddressMemory = createAddressMemory()
  listed: string[] = []
  now = START

  fetchPage: RunPorts['fetcher']['fetchPage'] = async (address, _, { conditional = false } = {}) => {
    this.asked.push(`${address}${conditional ? ' if changed' : ''}`)
    const fault = this.faults.get(address)
    if (fault) throw fault
    const answer = (text: string): FetchedPage => ({
      url: address,
      finalUrl: address,
      text,
      answer: { status: 200, headers: new Headers(), bytes: Buffer.from(text) },
      validators: { etag: null, lastModified: null },
    })
    if (address === BASE) return answer(`<div id="content">${this.listed.map(tile).join('')}</div>`)
    const slug = address.replace(`${BASE}/`, '')
    if (address.includes('b_start')) return answer('<div id="content"></div>')
    const text = this.texts.get(slug)
    if (text === undefined) throw missing()
    return conditional ? null : answer(page(text))
  }

  ports(): RunPorts {
    const addressOf = (slug: string) => `${BASE}/${slug}`
    return {
      fetcher: { fetchPage: this.fetchPage, remember: async () => {} },
      now: () => this.now,
      addresses: this.addresses,
      findKnown: async () =>
        new Map([...this.stored].map(([slug, { uniqueId }]) => [addressOf(slug), uniqueId])),
      emit: async ({ url, uniqueId }) =>
        void this.stored.set(url.replace(`${BASE}/`, ''), { uniqueId, isRemoved: false }),
      loadProgress: async () => null,
      saveProgress: async () => {},
      removals: {
        listRecent: async () =>
          [...this.stored].map(([slug, stored]): RecentArticle => ({
            ...stored,
            isMissing: this.firstMissed.has(stored.uniqueId),
            url: addressOf(slug),
            title: `Título ${slug}`,
            category: null,
          })),
        record: async (_, seen) => {
          for (const id of seen.present) this.firstMissed.delete(id)
          for (const id of seen.missing)
            this.firstMissed.set(id, this.firstMissed.get(id) ?? this.now.getTime())
          return seen.missing.filter((id) => this.now.getTime() - (this.firstMissed.get(id) ?? 0) >= 6 * HOUR)
        },
        emit: async (message) => {
          this.removals.push(message)
          for (const stored of this.stored.values())
            if (stored.uniqueId === message.uniqueId) stored.isRemoved = true
        },
      },
      drifts: {
        findListing: async () => null,
        saveListing: async () => {},
        findFallen: async () => [],
        open: async (_, drift) => void this.drifts.set(drift.kind, drift),
        end: async (_, kinds) => kinds.forEach((kind) => this.drifts.delete(kind)),
      },
    }
  }

  /** Publishes articles on the site and writes them to the store. */
  publish(...slugs: string[]): void {
    for (const slug of slugs) {
      this.listed.push(slug)
      this.texts.set(slug, TEXT)
      this.stored.set(slug, { uniqueId: `id_${slug}`, isRemoved: false })
    }
  }

  /** Removes articles from the site. */
  withdraw(...slugs: string[]): void {
    this.listed = this.listed.filter((slug) => !slugs.includes(slug))
    for (const slug of slugs) this.texts.delete(slug)
  }

  async look(hoursLater: number, request: Partial<RunRequest> = { looksAgain: true }) {
    this.now = new Date(this.now.getTime() + hoursLater * HOUR)
    this.asked.length = 0
    const plain = { allowUpdate: false, isDeep: false, looksAgain: false, deadline: null }
    return await scrapeSite(SITE, { window: usualWindow(this.now), ...plain, ...request }, this.ports())
  }

  removedSlugs = () => this.removals.map(({ url }) => url.replace(`${BASE}/`, ''))
}

const MANY = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
let world: World
beforeEach(() => {
  world = new World()
  world.publish(...MANY)
})

describe('an article whose page is removed', () => {
  it.each([404, 410])('is removed at the second look that gets status %i', async (status) => {
    world.withdraw('c')
    world.faults.set(`${BASE}/c`, missing(status))
    expect(await world.look(0)).toMatchObject({ status: 'success', gone: 1, removed: 0 })
    expect(world.removals).toEqual([])
    expect(await world.look(8)).toMatchObject({ status: 'success', removed: 1 })
    expect(world.removals).toEqual([
      {
        uniqueId: 'id_c',
        agencyKey: 'pesca',
        url: `${BASE}/c`,
        removedAt: world.now.toISOString(),
      },
    ])
    expect(await world.look(8)).toMatchObject({ gone: 0 })
    expect(world.removals).toHaveLength(1)
  })

  it('is removed after two deep passes, which request only articles that the listing lacks', async () => {
    world.withdraw('c')
    await world.look(0, { isDeep: true })
    expect(world.asked.filter((address) => address.includes(`${BASE}/`))).toEqual([`${BASE}/c if changed`])
    await world.look(7 * 24, { isDeep: true })
    expect(world.removedSlugs()).toEqual(['c'])
  })

  it('stays when it came back between two passes, or is missing only for hours', async () => {
    world.withdraw('c')
    await world.look(0)
    await world.look(1)
    expect(world.removals).toEqual([])
    world.texts.set('c', TEXT)
    await world.look(8)
    world.texts.delete('c')
    await world.look(8)
    expect(world.removals).toEqual([])
  })

  it('is not requested by a usual run', async () => {
    world.withdraw('c')
    await world.look(0, {})
    expect(world.asked.some((address) => address.startsWith(`${BASE}/c`))).toBe(false)
  })

  it('returns with its page, even when the page did not change', async () => {
    world.withdraw('c')
    await world.look(0)
    await world.look(8)
    expect(world.stored.get('c')).toEqual({ uniqueId: 'id_c', isRemoved: true })
    world.texts.set('c', TEXT)
    expect(await world.look(8)).toMatchObject({ sent: 1 })
    expect(world.stored.get('c')).toEqual({ uniqueId: 'id_c', isRemoved: false })
  })
})

describe('a site at fault', () => {
  it('loses no article when many pages are missing at once, and is reported', async () => {
    world.withdraw('a', 'c', 'e')
    for (const hours of [0, 8, 8]) expect(await world.look(hours)).toMatchObject({ removed: 0 })
    expect(world.drifts.get('mass-removal')?.detail).toBe('3 of 10 stored articles are gone at once')
    for (const slug of ['a', 'e']) world.texts.set(slug, TEXT)
    await world.look(8)
    expect(world.drifts.has('mass-removal')).toBe(false)
    expect(world.removals).toEqual([])
  })

  it('loses at most a fifth of its articles, however slowly their pages disappear', async () => {
    for (const slug of ['a', 'c', 'e', 'g']) {
      world.withdraw(slug)
      await world.look(8)
      await world.look(8)
    }
    expect(world.removedSlugs()).toEqual(['a', 'c'])
  })

  it('gets no more requests when most of its pages are missing', async () => {
    world.withdraw(...MANY.slice(1))
    await world.look(0)
    expect(world.asked.filter((address) => address.includes('if changed')).length).toBeLessThanOrEqual(5)
  })

  it.each([
    ['an empty listing', () => (world.listed = [])],
    ['a listing that fails', () => world.faults.set(BASE, missing())],
    [
      'a network that fails',
      () => world.faults.set(`${BASE}/c`, new ScrapeError('network_error', 'time-out')),
    ],
    ['a server that refuses', () => world.faults.set(`${BASE}/c`, missing(403))],
    ['a server at fault', () => world.faults.set(`${BASE}/c`, missing(500))],
    [
      'a page that only says so',
      () => world.faults.set(`${BASE}/c`, new ScrapeError('url_broken', 'not found page', { isGone: true })),
    ],
  ])('removes nothing by %s', async (_, prepare) => {
    world.withdraw('c')
    prepare()
    await world.look(0)
    await world.look(8)
    expect(world.removals).toEqual([])
  })

  it('that refuses an article without a listing has no fault, and nothing is gone', async () => {
    world.withdraw('c')
    world.faults.set(`${BASE}/c`, missing(403))
    expect(await world.look(0)).toMatchObject({ status: 'success', gone: 0, failed: 0 })
  })
})

it.each([
  [false, ' if changed'],
  [true, ''],
])('the page of a stored article is asked for in full by a run for updates: %s', async (allowUpdate, how) => {
  world.listed = world.listed.filter((slug) => slug !== 'c')
  await world.look(0, { looksAgain: true, allowUpdate })
  expect(world.asked).toContain(`${BASE}/c${how}`)
})

describe('a page that matches no rule', () => {
  it('is stored, both of a listing and of an article', async () => {
    world.texts.set('nova', '')
    world.listed.unshift('nova')
    const fetchPage = world.fetchPage
    world.fetchPage = async (address, wanted, options) => {
      const read = await fetchPage(address, wanted, options)
      return address.endsWith('/nova') && read ? { ...read, text: '<html><body></body></html>' } : read
    }
    await world.look(0, {})
    expect(world.drifts.get('unknown-article')).toMatchObject({
      page: { address: `${BASE}/nova`, text: '<html><body></body></html>' },
    })
    const shell = `<html><body>${'<p>palavra</p>'.repeat(1_000)}</body></html>`
    world.fetchPage = async (address) => {
      if (address !== BASE) throw missing()
      return {
        url: BASE,
        finalUrl: BASE,
        text: shell,
        answer: { status: 200, headers: new Headers(), bytes: Buffer.from(shell) },
        validators: { etag: null, lastModified: null },
      }
    }
    expect(await world.look(0, {})).toMatchObject({ status: 'error', errorKind: 'html_changed' })
    expect(world.drifts.get('unknown-structure')).toMatchObject({ page: { address: BASE, text: shell } })
  })
})

describe('the articles that a look asks for', () => {
  const request = {
    window: usualWindow(START),
    allowUpdate: false,
    isDeep: false,
    looksAgain: true,
    deadline: null,
  }
  const recent = Array.from({ length: 100 }, (_, at): RecentArticle => ({
    uniqueId: `id_${at}`,
    url: `${BASE}/${at}`,
    title: String(at),
    category: null,
    isMissing: at === 90,
    isRemoved: at === 95,
  }))
  const entry = (at: number) => ({ url: `${BASE}/${at}`, title: '', stamp: null, category: null, tags: [] })
  const open = async () => {
    const look = new SecondLook('pesca', request, {
      listRecent: async () => recent,
      record: async () => [],
      emit: async () => {},
    })
    await look.load()
    look.recordListed([entry(0), entry(2), entry(4)])
    for (const at of [0, 2, 4]) look.record(`${BASE}/${at}`, 'present')
    return look
  }
  const ids = (articles: readonly RecentArticle[]) =>
    articles.map(({ uniqueId }) => Number(uniqueId.slice(3)))

  it('are those that were missing or removed, those that the listing left out, and others in turn', async () => {
    const look = await open()
    const first = ids(look.listUnasked('plone-html', START))
    expect(first).toHaveLength(60)
    expect(first.slice(0, 4)).toEqual([90, 95, 1, 3])
    const second = ids(look.listUnasked('plone-html', new Date(START.getTime() + 8 * HOUR)))
    expect(new Set([...first, ...second]).size).toBe(97)
  })

  it.each([
    ['a usual one, also those of a listing', false, [2, 0, 1]],
    ['a deep one, of the listing only removed ones', true, [2]],
  ])('are, in %s', async (_, isDeep, asked) => {
    const look = new SecondLook(
      'pesca',
      { ...request, isDeep },
      {
        listRecent: async () =>
          [0, 1, 2].map((at) => ({ ...(recent[at] as RecentArticle), isRemoved: at === 2 })),
        record: async () => [],
        emit: async () => {},
      },
    )
    await look.load()
    look.recordListed([entry(0), entry(1), entry(2)])
    const unasked = ids(look.listUnasked('plone-html', START))
    expect(unasked).toHaveLength(asked.length)
    expect(unasked).toEqual(expect.arrayContaining(asked))
  })

  it.each([
    ['left out before its last entry', [entry(2)], [90, 95, 0, 1]],
    ['shows nothing, in turn', [], [90, 95, 60, 61]],
  ])('are, of a listing that %s', async (_, listed, first) => {
    const look = new SecondLook('pesca', request, {
      listRecent: async () => recent,
      record: async () => [],
      emit: async () => {},
    })
    await look.load()
    look.recordListed(listed)
    expect(ids(look.listUnasked('plone-html', START)).slice(0, 4)).toEqual(first)
  })

  it('are few at a host that takes a request in ten seconds', async () => {
    const look = await open()
    expect(ids(look.listUnasked('agenciabrasil', START)).slice(0, 4)).toEqual([90, 95, 1, 3])
    expect(look.listUnasked('agenciabrasil', START)).toHaveLength(12)
  })

  it('are stored when there is one alone', async () => {
    const recorded: unknown[] = []
    const look = new SecondLook('pesca', request, {
      listRecent: async () => recent,
      record: async (_, seen) => {
        recorded.push(seen)
        return []
      },
      emit: async () => {},
    })
    await look.load()
    look.record(`${BASE}/1`, 'unclear')
    expect(await look.report(START)).toBe(0)
    expect(recorded).toEqual([])
    look.record(`${BASE}/2`, 'present')
    expect(await look.report(START)).toBe(0)
    expect(recorded).toEqual([{ missing: [], present: ['id_2'] }])
  })
})

describe('a mass removal', () => {
  it.each([
    ['one stored article is present', ['a'], true],
    ['nothing is stored', [], false],
  ])('ends in a look when %s', async (_, slugs, isEnded) => {
    world = new World()
    world.publish(...slugs)
    if (slugs.length === 0) world.listed.push('nova')
    world.drifts.set('mass-removal', { kind: 'mass-removal', detail: '', page: null })
    await world.look(0)
    expect(world.drifts.has('mass-removal')).toBe(!isEnded)
  })
})
