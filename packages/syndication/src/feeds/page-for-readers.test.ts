import { expect, it } from 'vitest'
import { parseSelection } from '../selection/selection.ts'
import { readFeedPath } from './feed-address.ts'
import { pageForReaders } from './page-for-readers.ts'

const PORTAL = 'https://portal.exemplo.org'
const SITE = 'https://site.exemplo.org'

function homeOf(path: string, sites: { portalUrl?: string; siteUrl?: string }, filters = {}) {
  const subject = readFeedPath(path)?.subject ?? { kind: 'articles' as const }
  return pageForReaders(
    { portalUrl: '', siteUrl: '', ...sites },
    { subject, selection: parseSelection(filters) },
  )
}

it.each([
  ['/feeds/articles.rss', {}, '/'],
  ['/feeds/articles.rss', { q: 'gripe', agencies: ['saude', 'mec'] }, '/busca?q=gripe&agencies=saude,mec'],
  ['/feeds/agencies/mec.rss', {}, '/orgaos/mec'],
  ['/feeds/themes/03.rss', {}, '/temas/03'],
  ['/feeds/entities/Q100.rss', {}, '/entidades/Q100'],
  ['/feeds/listings/a%2Fb.rss', {}, '/recortes/a%2Fb'],
])('%s with %j leads to a page of the observatory', (path, filters, page) => {
  expect(homeOf(path, { siteUrl: SITE }, filters)).toBe(`${SITE}${page}`)
})

it('leads to the portal where there is one, and to the news of the government where there is no site', () => {
  expect(homeOf('/feeds/themes/03.rss', { portalUrl: PORTAL, siteUrl: SITE })).toBe(PORTAL)
  expect(homeOf('/feeds/themes/03.rss', {})).toBe('https://www.gov.br/pt-br/noticias')
})
