import { beforeEach, describe, expect, it } from 'vitest'
import { DriftWatch } from './drift-watch.ts'
import type { ListingHistory } from './judge-drift.ts'
import type { DriftPorts } from './ports.ts'

const HISTORY: ListingHistory = { structures: ['article.tileItem'], hadItems: true }
const NOW = new Date('2026-03-10T12:00:00Z')
const NEWS = 'https://www.gov.br/pesca/pt-br/noticias'
const NOTES = 'https://www.gov.br/pesca/pt-br/notas'

/** Kinds of changes that are open. */
let open: Set<string>
let ports: DriftPorts
beforeEach(() => {
  open = new Set()
  ports = {
    findListing: async () => HISTORY,
    saveListing: async () => {},
    findFallen: async () => [],
    open: async (_, { kind }) => void open.add(kind),
    end: async (_, kinds) => kinds.forEach((kind) => open.delete(kind)),
  }
})

function readListing(address: string, found: number, finalUrl = address) {
  const page = {
    url: address,
    finalUrl,
    text: '',
    answer: { status: 200, headers: new Headers(), bytes: new Uint8Array() },
    validators: { etag: null, lastModified: null },
  }
  return {
    page,
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
    [NOTES, 3, true],
    [NOTES, 0, false],
  ])('to %s with %i entries has moved: %j', async (finalUrl, found, isMoved) => {
    const watch = new DriftWatch('pesca', ports, () => NOW)
    await watch.checkListing(NEWS, readListing(NEWS, found, finalUrl))
    expect(open.has('listing-moved')).toBe(isMoved)
  })
})
