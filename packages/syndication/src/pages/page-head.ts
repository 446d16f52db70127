import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { html, raw } from '@pauta/platform/text/html'

/** A feed that a browser may find on a page. */
export interface FeedLink {
  type: string
  title: string
  href: string
}

/** What search engines and social networks read of a page. All texts are plain. */
export interface PageHead {
  title: string
  description: string
  /** Absolute address of the page. */
  address: string
  /** Name of the body that publishes. */
  siteName: string
  /** Open Graph type. */
  kind: 'website' | 'article'
  image: string | null
  feeds: readonly FeedLink[]
  /** A schema.org object. */
  data: object
}

/** Longer descriptions are cut. */
export const DESCRIPTION_CHARACTERS = 300

/** Writes JSON for a script element: no `<` ends the element or begins a comment. */
const writeJson = (value: object): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

const meta = (attribute: 'name' | 'property', name: string, content: string) =>
  html`<meta ${attribute}="${name}" content="${content}">`

/** Returns the elements for the head of a page, without charset, viewport and title. */
export function renderHead(page: PageHead): string {
  const { title, description, address, siteName, kind, image, feeds, data } = page
  const about = cutAtWord(oneLine(description), DESCRIPTION_CHARACTERS)
  return [
    meta('name', 'description', about),
    html`<link rel="canonical" href="${address}">`,
    meta('property', 'og:title', title),
    meta('property', 'og:description', about),
    meta('property', 'og:type', kind),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', 'pt_BR'),
    meta('property', 'og:site_name', siteName),
    ...(image === null ? [] : [meta('property', 'og:image', image)]),
    meta('name', 'twitter:card', image === null ? 'summary' : 'summary_large_image'),
    ...feeds.map(
      ({ type, title, href }) => html`<link rel="alternate" type="${type}" title="${title}" href="${href}">`,
    ),
    html`<script type="application/ld+json">${raw(writeJson(data))}</script>`,
  ]
    .map(({ text }) => text)
    .join('\n')
}
