import { describe, expect, it } from 'vitest'
import { readQuery } from '../selection/url-grammar.ts'
import {
  feedUri,
  hasNextPage,
  readFeedPage,
  readFeedPath,
  writeFeedAddress,
  writeFeedPage,
} from './feed-address.ts'

const selectionOf = (query: string) => readQuery(new URLSearchParams(query)).selection

describe('the path of a feed', () => {
  it.each([
    ['/feeds/articles.rss', { subject: { kind: 'articles' }, format: 'rss' }],
    ['/feeds/agencies/saude.atom', { subject: { kind: 'agencies', id: 'saude' }, format: 'atom' }],
    ['/feeds/themes/01.02.json', { subject: { kind: 'themes', id: '01.02' }, format: 'json' }],
    ['/feeds/entities/a%2Fb.rss', { subject: { kind: 'entities', id: 'a/b' }, format: 'rss' }],
    [
      `/feeds/listings/${'a'.repeat(128)}.rss`,
      { subject: { kind: 'listings', id: 'a'.repeat(128) }, format: 'rss' },
    ],
    [`/feeds/listings/${'a'.repeat(129)}.rss`, undefined],
    ['/feeds/articles/saude.rss', undefined],
    ['/feeds/agencies.rss', undefined],
    ['/feeds/people/ana.rss', undefined],
    ['/feeds/agencies/%zz.rss', undefined],
    ['/feeds/agencies/saude.xml', undefined],
    ['/feeds/agencies/a/b.rss', undefined],
    ['/other/feeds/articles.rss', undefined],
  ])('%s is read as %j', (path, read) => {
    expect(readFeedPath(path)).toEqual(read)
  })

  it('is written with its format and its query', () => {
    const base = 'https://api.example'
    expect(writeFeedAddress(base, { kind: 'articles' })).toBe(`${base}/feeds/articles.rss`)
    const subject = { kind: 'entities', id: 'a/b' } as const
    expect(writeFeedAddress(base, subject, { format: 'json', query: 'page=2' })).toBe(
      `${base}/feeds/entities/a%2Fb.json?page=2`,
    )
  })
})

describe('the URI of a feed', () => {
  it('is the same for every order of its filters, and differs by subject, filter and items', () => {
    const uris = [
      feedUri({ kind: 'articles' }, selectionOf('')),
      feedUri({ kind: 'agencies', id: 'mec' }, selectionOf('')),
      feedUri({ kind: 'themes', id: 'mec' }, selectionOf('')),
      feedUri({ kind: 'articles' }, selectionOf('q=vacina&agencies=mec')),
      feedUri({ kind: 'articles' }, selectionOf(''), 'articles'),
    ]
    expect(new Set(uris).size).toBe(uris.length)
    for (const uri of uris) expect(uri).toMatch(/^urn:pauta:feed:[0-9a-f]{32}$/)
    expect(feedUri({ kind: 'articles' }, selectionOf('agencies=mec&q=vacina'))).toBe(uris[3])
  })
})

describe('a page of a feed', () => {
  it.each([
    [{}, { page: 1, limit: 30 }],
    [
      { page: '100', limit: '100' },
      { page: 100, limit: 100 },
    ],
    [
      { page: '100', limit: '101' },
      { page: 100, limit: 100 },
    ],
    [
      { page: '2', limit: '1' },
      { page: 2, limit: 1 },
    ],
  ])('%j is read as %j', (parameters, page) => {
    expect(readFeedPage(parameters)).toEqual(page)
  })

  it.each([
    [{ page: '0' }, /^page: deve ser/],
    [{ page: '' }, /^page: deve ser/],
    [{ page: '1.5' }, /^page: deve ser/],
    [{ limit: '0' }, /^limit: deve ser/],
    [{ limit: '1'.repeat(16) }, /^limit: deve ser/],
    [{ page: '101', limit: '100' }, /^page: só os primeiros 10000/],
  ])('%j is refused', (parameters, message) => {
    expect(() => readFeedPage(parameters)).toThrow(message)
  })

  it.each([
    [{ page: 1, limit: 30 }, {}],
    [
      { page: 2, limit: 29 },
      { page: 2, limit: 29 },
    ],
  ])('%j is written without defaults, as %j', (page, parameters) => {
    expect(writeFeedPage(page)).toEqual(parameters)
  })

  it.each([
    [{ page: 1, limit: 30 }, 30, false],
    [{ page: 1, limit: 30 }, 31, true],
    [{ page: 2, limit: 30 }, 60, false],
    [{ page: 99, limit: 100 }, 20_000, true],
    [{ page: 100, limit: 100 }, 20_000, false],
    [{ page: 332, limit: 30 }, 20_000, true],
    [{ page: 333, limit: 30 }, 20_000, false],
  ])('%j of %i items has a next one: %s', (page, found, hasNext) => {
    expect(hasNextPage(page, found)).toBe(hasNext)
  })
})
