import { expect, it } from 'vitest'
import type { FeedSubject } from './feed-address.ts'
import { parseSelection } from '../selection/selection.ts'
import { pageLinks } from './read-articles-feed.ts'

const API = 'https://api.exemplo.org'

it.each<[string, FeedSubject, number, string | null]>([
  ['first page of articles', { kind: 'agencies', id: 'mec' }, 1, `${API}/feeds/hub`],
  ['second page of articles', { kind: 'articles' }, 2, null],
  ['feed of editions', { kind: 'listings', id: 'a' }, 1, null],
])('the hub pushes the %s: %j', (_, subject, page, hub) => {
  const sources = { baseUrl: API, sites: { portalUrl: 'https://exemplo.org', siteUrl: '' } }
  const request = {
    subject,
    format: 'rss',
    selection: parseSelection({}),
    page: { page, limit: 20 },
  } as const
  expect(pageLinks(sources, request, { found: 100 }).hub).toBe(hub)
})
