import { describe, expect, it } from 'vitest'
import type { AgencyResult } from '../crawl/run-counts.ts'
import type { Site } from '../site/site.ts'
import { scrapeByHost, type Turns } from './scrape-sites.ts'

// Sites of two hosts, each with so many milliseconds of work. The clock moves by the work of the site alone.
const MINUTE = 60_000

function makeDay(work: Readonly<Record<string, number>>, limits?: Omit<Turns, 'now'>) {
  const left = new Map(Object.entries(work))
  const turns: string[] = []
  let now = 0
  const sites = Object.keys(work).map((key): Site => ({
    key,
    kind: 'plone-html',
    listingUrls: [key.startsWith('ebc') ? 'https://ebc.example/n' : 'https://gov.example/n'],
  }))
  const scrapeOne = async ({ key }: Site, turnEnd: number) => {
    turns.push(key)
    const needed = left.get(key) ?? 0
    if (needed < 0) return null
    const worked = Math.min(needed, turnEnd - now)
    now += worked
    left.set(key, needed - worked)
    await Promise.resolve()
    return { agency: key, stopped: worked < needed ? 'deadline' : 'end' } as AgencyResult
  }
  const run = scrapeByHost(sites, scrapeOne, limits && { ...limits, now: () => now })
  return { run, turns }
}

const keysOf = (results: readonly AgencyResult[]) =>
  results.map(({ agency, stopped }) => (stopped === 'deadline' ? `${agency} …` : agency))

describe('the turns of sites', () => {
  const limits = { deadline: 10 * MINUTE, turn: 3 * MINUTE }

  it.each([
    [
      'a site that needs longer continues behind the others',
      { a: 5 * MINUTE, b: 1 },
      limits,
      ['a', 'b', 'a'],
    ],
    ['the last one of a host has no end of turn', { a: 1, b: 5 * MINUTE }, limits, ['a', 'b']],
    [
      'no turn begins after the deadline',
      { a: 3 * MINUTE, b: 3 * MINUTE, c: 4 * MINUTE, d: 1 },
      limits,
      ['a', 'b', 'c', 'd', 'c'],
    ],
    ['a site beyond the deadline gets no further turn', { a: 20 * MINUTE }, limits, ['a']],
    ['a site that another run reads gets no further turn', { a: -1, b: 1 }, limits, ['a', 'b']],
    ['without limits each gets one turn', { a: 50 * MINUTE, b: 1 }, undefined, ['a', 'b']],
  ])('%s', async (_, work, given, expected) => {
    const { run, turns } = makeDay(work, given)
    await run
    expect(turns).toEqual(expected)
  })

  it('gives the results of each site in the order of its turns', async () => {
    const { run } = makeDay({ a: 5 * MINUTE, b: 1 }, limits)
    expect(keysOf(await run)).toEqual(['a …', 'a', 'b'])
  })

  it('hosts go on side by side', async () => {
    const { run, turns } = makeDay({ a: 1, b: 1, ebc1: 1, ebc2: 1 }, limits)
    await run
    expect(turns).toEqual(['a', 'ebc1', 'b', 'ebc2'])
  })
})
