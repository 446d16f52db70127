import { showIso } from './brasilia-time.ts'
import { addressOf, apiAddress, changedAt, imageOf } from './site-address.ts'
import type { NewsSite, SiteNews } from './site-types.ts'

const SHELL_SCRIPT_CHARACTERS = 8_000

function describeEntry(site: NewsSite, news: SiteNews) {
  return {
    '@id': apiAddress(addressOf(site, news)),
    '@type': 'News Item',
    title: news.title,
    description: news.subtitle ?? '',
    effective: showIso(news.publishedAt),
    modified: changedAt(news).toISOString(),
    review_state: 'published',
  }
}

/** An article as an object of the API. Every second one has Slate blocks, the others a text field. */
export function describeObject(site: NewsSite, news: SiteNews) {
  const image = imageOf(site, news)
  const fields = {
    ...describeEntry(site, news),
    Subject: news.category === null ? news.tags : [news.category, ...news.tags],
    image: image === null ? null : { 'content-type': 'image/png', download: image },
  }
  if (news.slug.length % 2 === 0) {
    const html = news.paragraphs.map(
      (text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
    )
    return { ...fields, text: { 'content-type': 'text/html', data: html.join('') } }
  }
  const blocks = news.paragraphs.map((text, position) => [
    `b${position}`,
    { '@type': 'slate', plaintext: text, value: [{ type: 'p', children: [{ text }] }] },
  ])
  return {
    ...fields,
    blocks: { title: { '@type': 'title' }, ...(Object.fromEntries(blocks) as Record<string, unknown>) },
    blocks_layout: { items: ['title', ...blocks.map(([name]) => name as string)] },
  }
}

/** One page of a search. `isFull` answers whole objects. */
export function describeSearch(
  site: NewsSite,
  news: readonly SiteNews[],
  page: { start: number; size: number; isFull: boolean },
) {
  const { start, size, isFull } = page
  const address = `${apiAddress(site.listingUrl)}/@search`
  const items = news
    .slice(start, start + size)
    .map((each) => (isFull ? describeObject(site, each) : describeEntry(site, each)))
  const next = start + items.length
  return {
    '@id': address,
    items,
    items_total: news.length,
    ...(next < news.length && { batching: { '@id': address, next: `${address}?b_start=${next}` } }),
  }
}

/** Every page of a Plone 6 site in HTML: scripts that read the API, and no news. */
export function renderShell(site: NewsSite): string {
  return `<!DOCTYPE html>
<html lang="pt-br"><head><meta charset="utf-8"><title>${site.key}</title></head>
<body><div id="main"></div><script>window.env=${JSON.stringify({ apiPath: `/${site.key}`, padding: 'x'.repeat(SHELL_SCRIPT_CHARACTERS) })}</script></body></html>`
}
