import { createHash } from 'node:crypto'
import { html, NO_HTML, raw } from '@pauta/platform/text/html'
import type { APIGatewayProxyResult } from 'aws-lambda'

const STYLE = `
:root { color-scheme: light dark; --page: #f1f3f5; --card: #fff; --text: #1d2127; --muted: #565e6a; --action: #0b56a3; --on-action: #fff }
@media (prefers-color-scheme: dark) {
  :root { --page: #111418; --card: #1b1f25; --text: #e7eaee; --muted: #aab3bf; --action: #8dbcf5; --on-action: #10151b }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text);
  font: 1rem/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif }
main { box-sizing: border-box; width: min(32rem, calc(100vw - 2rem)); margin: 1rem; padding: 2rem; border-radius: .75rem;
  background: var(--card); overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1rem }
.name { margin: 0 0 1.5rem; color: var(--muted); font-size: .875rem }
form { margin: 1.5rem 0 0 }
button { padding: .75rem 1.25rem; border: 0; border-radius: .375rem; background: var(--action); color: var(--on-action);
  font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid var(--action); outline-offset: 3px }
`

/** Loads, runs and frames nothing. The form may post to its own origin only. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/** Lets browsers and readers find the feeds. Relative, because all pages are one level below the base of the API. */
export const FEED_LINKS = [
  ['application/rss+xml', 'rss'],
  ['application/atom+xml', 'atom'],
  ['application/feed+json', 'json'],
]
  .map(
    ([type, ending]) =>
      `<link rel="alternate" type="${type}" title="Pauta: notícias (${ending})" href="feeds/articles.${ending}">`,
  )
  .join('')

/** A page for people. All fields are text and are escaped. */
export interface Page {
  heading: string
  paragraphs: readonly string[]
  /** Label of the button, which POSTs to the page's own address. */
  button?: string
}

/**
 * Returns a small page in Portuguese that needs no scripts. Caches, frames and search engines are excluded by headers.
 */
export function pageResponse(
  statusCode: number,
  { heading, paragraphs, button }: Page,
): APIGatewayProxyResult {
  const form =
    button === undefined
      ? NO_HTML
      : html`<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${button}</button></form>`
  const body = html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${heading} · Pauta</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,">${raw(FEED_LINKS)}<style>${raw(STYLE)}</style></head>
<body><main><p class="name">Pauta</p><h1>${heading}</h1>
${paragraphs.map((text) => html`<p>${text}</p>\n`)}
${form}</main></body>
</html>
`
  return { statusCode, headers: HEADERS, body: body.text }
}
