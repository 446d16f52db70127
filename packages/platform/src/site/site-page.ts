import { html, NO_HTML, raw, type Html } from '../text/html.ts'
import { DEFAULT_COLOURS, writeLicences, type Publisher } from '../config/publisher.ts'

/** Between these comments of a page stands what the publisher sets. */
const START = '<!--publisher-->'
const END = '<!--/publisher-->'

/** Script and style sheet of the observatory under names without a hash, for the pages that a function makes. */
export const SITE_ENTRY = { script: '/start.js', style: '/start.css' } as const

/** Title of the observatory's first page. */
export const SITE_TITLE = 'O que o governo publica'

/** The mark of the observatory where the publisher has none. */
const OWN_MARK = '/icon.svg'

/** Colours of the observatory: `html:root` counts more than the `:root` of its style sheet, in any order. */
const colourRule = (colour: string) => `html:root { --accent: ${colour}; --accent-ink: ${colour} }`

/** Colours are checked by the schema of the publisher: nothing else stands in this style sheet. */
function renderColours({ colour, darkColour }: Publisher): Html {
  const light = colour === DEFAULT_COLOURS.light ? '' : colourRule(colour)
  const dark =
    darkColour === DEFAULT_COLOURS.dark
      ? ''
      : `@media (prefers-color-scheme: dark) { ${colourRule(darkColour)} }`
  // A light colour without a dark one must not reach dark pages.
  const screens = light === '' ? '' : `@media (prefers-color-scheme: light) { ${light} }`
  return light + dark === '' ? NO_HTML : html`<style>${raw(screens + dark)}</style>`
}

/** Returns the elements of a page's head that name the publisher: title, name, licences, mark and colours. */
export function renderPublisherHead(publisher: Publisher, title: string): string {
  const { name, markUrl } = publisher
  return html`<title>${title} · ${name}</title>
<meta name="application-name" content="${name}">
<meta name="dcterms.rights" content="${writeLicences(publisher)}">
<link rel="icon" href="${markUrl === '' ? OWN_MARK : markUrl}">
${renderColours(publisher)}`.text.trimEnd()
}

/** Puts a head of the publisher into a page of the observatory. A page without a place for it stays as it is. */
export function placePublisherHead(page: string, head: string): string {
  const start = page.indexOf(START)
  const end = page.indexOf(END)
  if (start < 0 || end < start) return page
  return `${page.slice(0, start)}${head}${page.slice(end + END.length)}`
}
