import { expect, it } from 'vitest'
import type { FeedSubject } from './feed-address.ts'
import { parseSelection } from '../selection/selection.ts'
import { pageLinks } from './read-articles-feed.ts'

const API = 'https://api.exemplo.org'

/** The links of a page of twenty items, of a feed that has sixty. */
const linksOf = (subject: FeedSubject, page: number) =>
  pageLinks(
    { baseUrl: API, sites: { portalUrl: 'https://exemplo.org', siteUrl: '' } },
    { subject, format: 'rss', selection: parseSelection({}), page: { page, limit: 20 } },
    { found: 60 },
  )

it.each<[string, FeedSubject, number, string | null]>([
  ['first page of articles', { kind: 'agencies', id: 'mec' }, 1, `${API}/feeds/hub`],
  ['second page of articles', { kind: 'articles' }, 2, null],
  ['feed of editions', { kind: 'listings', id: 'a' }, 1, null],
])('the hub pushes the %s: %j', (_, subject, page, hub) => {
  expect(linksOf(subject, page).hub).toBe(hub)
})

const [first, second, third] = ['', '&page=2', '&page=3'].map(
  (page) => `${API}/feeds/articles.rss?limit=20${page}`,
)
it.each([
  [1, { self: first, previous: null, next: second }],
  [2, { self: second, previous: first, next: third }],
  [3, { self: third, previous: second, next: null }],
])('page %i of three links to its neighbours and to the first page', (page, links) => {
  expect(linksOf({ kind: 'articles' }, page)).toMatchObject({ first, ...links })
})
