import { FEED_LINKS } from '../page.ts'

/**
 * Runs and requests own content only. Scripts and styles of the playground are inline, and its editor starts workers
 * from blobs.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob: data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Headers of the page that loads the playground, which becomes its document, and of the playground. */
export const PLAYGROUND_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/**
 * The page that browsers get at `/graphql`. It loads the playground, which is larger than an answer of the GraphQL
 * function may be, and replaces its own document. So the address stays, and requests go to it.
 */
export const PLAYGROUND_SHELL = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>Pauta</title><meta name="viewport" content="width=device-width, initial-scale=1">${FEED_LINKS}</head>
<body><p>Abrindo o playground…</p>
<noscript>O playground precisa de JavaScript.</noscript>
<script>
  // API Gateway decodes a binary answer only for requests that accept its type first.
  fetch(location.pathname.replace(/graphql$/, 'playground'), { headers: { accept: 'text/html' } })
    .then((response) => response.ok ? response.text() : Promise.reject(new Error('HTTP ' + response.status)))
    .then((page) => { document.open(); document.write(page); document.close() })
    .catch((error) => { document.querySelector('p').textContent = 'O playground não abriu: ' + error.message })
</script></body>
</html>
`
