import { PAGE_GROUNDS, type Publisher } from '@pauta/platform/config/publisher'
import { html, NO_HTML, raw } from '@pauta/platform/text/html'
import { safeAddress } from '../feeds/feed.ts'
import { renderHead } from './page-head.ts'
import { PUBLISHER_PAGES, type PublisherSites } from './publisher-texts.ts'

/** Colours are checked by the schema of the publisher: nothing else stands in this style sheet. */
const styleOf = ({ colour, darkColour }: Publisher): string => `
:root { color-scheme: light dark; --page: ${PAGE_GROUNDS.light}; --text: #1c2421; --muted: #55615c; --link: ${colour} }
@media (prefers-color-scheme: dark) {
  :root { --page: ${PAGE_GROUNDS.dark}; --text: #e8ece9; --muted: #a3afa9; --link: ${darkColour} }
}
body { margin: 0; background: var(--page); color: var(--text); font: 1.05rem/1.65 system-ui, sans-serif }
header, main, footer { max-width: 42rem; margin: 0 auto; padding: 1rem 1.2rem; overflow-wrap: anywhere }
header { display: flex; gap: .7rem; align-items: center; font-weight: 600; color: var(--link) }
header img { height: 40px } h1 { line-height: 1.2 } h2 { font-size: 1.2rem; margin: 1.6rem 0 .3rem } p { margin: .4rem 0 }
a { color: var(--link) } footer { color: var(--muted); font-size: .9rem } footer a { margin-right: 1rem; line-height: 2 }
@media print { body { background: #fff; color: #000 } footer { display: none } }
`

/** Returns the page of a path, or undefined where the publisher has none. */
export function renderPublisherPage(
  path: string,
  publisher: Publisher,
  sites: PublisherSites,
): string | undefined {
  const page = PUBLISHER_PAGES[path]
  if (!page) return undefined
  const mark = safeAddress(publisher.markUrl)
  const { name } = publisher
  const head = renderHead({
    title: `${page.title} · ${name}`,
    description: `${page.title}: ${name}`,
    address: `${sites.apiUrl}${path}`,
    siteName: name,
    kind: 'website',
    image: null,
    feeds: [],
    data: { '@context': 'https://schema.org', '@type': 'WebPage', name: page.title },
  })
  return html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · ${name}</title>
${raw(head)}
<link rel="icon" href="${mark ?? 'data:,'}">
<style>${raw(styleOf(publisher))}</style></head>
<body><header>${mark === null ? NO_HTML : html`<img src="${mark}" alt="">`}<span>${name}</span></header>
<main><h1>${page.title}</h1>
${page.write(publisher, sites).map(
  ({ title, paragraphs }) => html`<section><h2>${title}</h2>
${paragraphs.map(
  (paragraph) => html`<p>${paragraph}</p>
`,
)}</section>
`,
)}</main>
<footer><nav aria-label="Sobre este serviço">${sites.siteUrl === '' ? NO_HTML : html`<a href="${sites.siteUrl}/">Início</a>`}${Object.entries(
    PUBLISHER_PAGES,
  ).map(
    ([other, { title }]) => html`<a href="${sites.apiUrl}${other}">${title}</a>`,
  )}</nav></footer></body></html>
`.text
}
