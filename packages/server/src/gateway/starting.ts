import type { IncomingMessage, ServerResponse } from 'node:http'

const RETRY_SECONDS = 3
const MESSAGE = 'A Pauta está começando. Tente de novo em alguns segundos.'
const HEALTH = '/health'

/** The error in the shape of a GraphQL answer, so that clients read all errors alike. */
const BODY = JSON.stringify({
  errors: [{ message: MESSAGE, extensions: { code: 'SERVICE_UNAVAILABLE', retryable: true } }],
})
const PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>Pauta</title><p>${MESSAGE}</p></html>`

/** Returns whether a request waits for the end of the start. `/health` tells that the process runs, which it does. */
export const mustWait = ({ url = '/' }: IncomingMessage): boolean => url.split('?')[0] !== HEALTH

/** Answers a request that came before the stores were ready: status 503 with `Retry-After`, and a page that reloads. */
export function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
  request.resume()
  response.writeHead(503, {
    'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(RETRY_SECONDS),
  })
  response.end(wantsPage ? PAGE : BODY)
}
