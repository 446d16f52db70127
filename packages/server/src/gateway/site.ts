import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { listPageHeaders } from '@pauta/observatory/page-headers'
import { placePublisherHead, renderPublisherHead, SITE_TITLE } from '@pauta/platform/site/site-page'
import sirv from 'sirv'
import type { Site, SiteHandler, SiteMaker } from './http-front.ts'

const ASSET_SECONDS = 31_536_000

/** Assets, hidden folders, and names with a dot at the root such as `/favicon.ico`. Other paths are pages, also `/temas/03.02`. */
const FILE_PATH = /^\/(assets\/|\.|[^/]*\.[^/]*$)/
const PAGE_FILE = 'index.html'

/** Serves the files of a folder. */
function serveFiles(folder: string, headers: Record<string, string>): SiteHandler {
  return sirv(folder, {
    // Reads the folder at each request, so that a new build is served without a restart.
    dev: true,
    etag: true,
    // The build writes these copies.
    brotli: true,
    setHeaders(response, path) {
      // Vite puts a hash of the contents into the names of assets.
      const isAsset = path.startsWith('/assets/')
      response.setHeader(
        'cache-control',
        isAsset ? `public, max-age=${ASSET_SECONDS}, immutable` : 'no-cache',
      )
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    },
  })
}

/** Sends a text unless the client has it. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { body, headers }: { body: string; headers: Record<string, string> },
): void {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const isKnown = request.headers['if-none-match'] === etag
  response.writeHead(isKnown ? 304 : 200, { ...headers, etag, 'cache-control': 'no-cache' })
  // Node.js sends no body with a 304, nor to a HEAD request.
  response.end(body)
}

/** Serves the page of the site, with the head of its publisher. All paths of pages get it: the script reads the path. */
function servePage(folder: string, head: string, headers: Record<string, string>): SiteHandler {
  return (request, response, next) => {
    readFile(join(folder, PAGE_FILE), 'utf8').then(
      (page) =>
        send(request, response, {
          body: placePublisherHead(page, head),
          headers: { ...headers, 'content-type': 'text/html;charset=utf-8' },
        }),
      next,
    )
  }
}

/** Serves a built site, and at `/site.json` where its pages log people in. */
export function serveSite(
  folder: string,
  {
    issuer,
    clientId,
    operators,
    publisher,
    others = [],
  }: Parameters<SiteMaker>[0] & { others?: readonly string[] },
): Site {
  const { markUrl } = publisher
  const headers = listPageHeaders({ apiUrl: '', issuer, operatorIssuer: operators.issuer, others, markUrl })
  const files = serveFiles(folder, headers)
  const page = servePage(folder, renderPublisherHead(publisher, SITE_TITLE), headers)
  const settings = JSON.stringify({ issuer, clientId, operators })
  const serve: SiteHandler = (request, response, next) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    if (path === '/site.json')
      return send(request, response, { body: settings, headers: { 'content-type': 'application/json' } })
    return (FILE_PATH.test(path) && path !== `/${PAGE_FILE}` ? files : page)(request, response, next)
  }
  return { serve, headers }
}
