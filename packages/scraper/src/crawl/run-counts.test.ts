import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import { RunCounts } from './run-counts.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const make = () =>
  new RunCounts({ key: 'mec', kind: 'plone-html', listingUrls: ['https://a.br/'] }, 'plone-html', NOW)
const finish = (counts: RunCounts, stopped: 'end' | 'error' = 'end') =>
  counts.finish(stopped, new Date(NOW.getTime() + 1500))
const fault = (kind: string, isGone = false) => ({ kind, message: 'm', isGone })

const failAfterPage = (counts: RunCounts) => {
  counts.pages = 1
  counts.addError(new Error('e'), 'w')
}

describe('a run', () => {
  it.each<[string, (counts: RunCounts) => void, 'end' | 'error', string]>([
    ['without faults', () => undefined, 'end', 'success'],
    [
      'with an article that cannot be read',
      (counts) => counts.addFault(fault('parse'), 'u'),
      'end',
      'partial',
    ],
    ['with an article without a date', (counts) => (counts.undated = 1), 'end', 'partial'],
    [
      'with an article that is gone',
      (counts) => counts.addFault(fault('parse', true), 'u'),
      'end',
      'success',
    ],
    ['with a fault of the site', (counts) => counts.addError(new Error('e'), 'w'), 'end', 'error'],
    [
      'with a fault of the site after an article',
      (counts) => {
        counts.sent = 1
        counts.addError(new Error('e'), 'w')
      },
      'error',
      'partial',
    ],
    ['with a fault of the site after a page', failAfterPage, 'end', 'partial'],
    ['that a fault of the site stopped after a page', failAfterPage, 'error', 'error'],
  ])('%s ends as it should', (_, act, stopped, status) => {
    const counts = make()
    act(counts)
    expect(finish(counts, stopped).status).toBe(status)
  })

  it('counts its pages, articles and time', () => {
    const counts = make()
    const dated = { stamp: { iso: '2026-06-01T10:00:00-03:00' } }
    const listing = (items: object[], structure?: string) => ({ items, structure, nextUrl: null }) as never
    counts.addListing(listing([dated, { stamp: null }], 'tiles'))
    counts.addListing(listing([{ stamp: null }]))
    counts.addSkipped({ skipped: ['stored', 'stored', 'removed'] } as never)
    counts.addArticle({ rules: { title: 'h1', body: 'article', publishedAt: 'meta' } } as never)
    counts.addArticle({ rules: { title: 'h1' } } as never)
    counts.kind = 'wordpress'
    expect(finish(counts)).toMatchObject({
      agency: 'mec',
      stopped: 'end',
      kind: 'wordpress',
      kindChanged: true,
      structure: 'tiles',
      pages: 2,
      listed: 3,
      listedUndated: 2,
      scraped: 2,
      skipped: { stored: 2, removed: 1 },
      fields: { title: 2, body: 1, publishedAt: 1 },
      seconds: 1.5,
    })
    expect(finish(make())).toMatchObject({ kindChanged: false, structure: null, detail: null })
  })

  it('keeps the first twenty faults of articles', () => {
    const counts = make()
    for (let n = 0; n < 21; n++) counts.addFault(fault(n === 0 ? 'undated' : 'parse'), `u${n}`)
    const { faults, failed } = finish(counts)
    expect([faults.length, failed, faults[19]]).toEqual([20, 20, { url: 'u19', kind: 'parse', detail: 'm' }])
  })

  it('keeps the first fault of the site, with its place', () => {
    const counts = make()
    counts.addError(new ScrapeError('network_error', 'no answer'), 'https://a.br/')
    counts.addError(new Error('later'), 'w')
    const { errorKind, errorMessage } = finish(counts)
    expect([errorKind, errorMessage]).toEqual(['network_error', 'https://a.br/: no answer'])
    const own = make()
    own.addError('text', 'w')
    expect(finish(own)).toMatchObject({ errorKind: 'internal', errorMessage: 'w: text' })
  })

  it.each<[string, (counts: RunCounts) => void, string | null]>([
    ['nothing in the window', () => undefined, null],
    [
      'entries of the window',
      (counts) => counts.addSkipped({ skipped: ['stored', 'stored'] } as never),
      'entries of the window: 2 stored',
    ],
    ['a fault', (counts) => counts.addFault(fault('parse'), 'u'), 'u: parse: m'],
    [
      'both',
      (counts) => {
        counts.addSkipped({ skipped: ['stored', 'removed'] } as never)
        counts.addFault(fault('parse'), 'u')
        counts.addFault(fault('undated'), 'v')
      },
      'entries of the window: 1 stored, 1 removed; u: parse: m',
    ],
    [
      'a sent article',
      (counts) => {
        counts.sent = 1
        counts.addFault(fault('parse'), 'u')
      },
      null,
    ],
    [
      'a long fault',
      (counts) => counts.addFault({ kind: 'k', message: 'x'.repeat(600) }, 'u'),
      `u: k: ${'x'.repeat(494)}`,
    ],
  ])('tells why it sent nothing with %s', (_, act, detail) => {
    const counts = make()
    act(counts)
    expect(finish(counts).detail).toBe(detail)
  })
})
