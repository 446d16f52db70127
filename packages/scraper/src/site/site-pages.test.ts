import { expect, it } from 'vitest'
import { fetchListing } from './site-pages.ts'

const LISTING = 'https://www.gov.br/pesca/pt-br/noticias'
const site = { key: 'pesca', kind: 'plone-html', listingUrls: [LISTING] } as const
const tile = (href: string) =>
  `<article class="tileItem"><a class="summary url" href="${href}">Título</a></article>`

it('leaves out entries of a listing that lead to files and to other hosts', async () => {
  const hrefs = [
    `${LISTING}/a`,
    'https://agenciagov.ebc.com.br/noticias/b',
    `${LISTING}/edital.pdf/view`,
    `${LISTING}/c`,
  ]
  const text = `<html><body><div id="content">${hrefs.map(tile).join('')}</div></body></html>`
  const fetchPage = async (url: string) => {
    const validators = { etag: null, lastModified: null }
    const answer = { status: 200, headers: new Headers(), bytes: Buffer.from(text) }
    return { url, finalUrl: url, text, answer, validators }
  }
  const read = await fetchListing({ fetchPage }, site, LISTING, false)
  expect(read?.value.items.map(({ url }) => url)).toEqual([`${LISTING}/a`, `${LISTING}/c`])
  // The offset of the next page counts all entries of the site.
  expect(read?.value.nextUrl).toBe(`${LISTING}?b_start:int=4`)
})
