import { listPageHeaders } from '@pauta/observatory/page-headers'
import sirv from 'sirv'
import type { SiteHandler, SiteMaker } from './http-front.ts'

const ASSET_SECONDS = 31_536_000

/** Assets, hidden folders, and names with a dot at the root such as `/favicon.ico`. Other paths are pages, also `/temas/03.02`. */
const FILE_PATH = /^\/(assets\/|\.|[^/]*\.[^/]*$)/

/** Serves the files of a folder. Paths of pages get the first page, as the pages have paths of their own. */
function serveFolder(folder: string, headers: Record<string, string>): SiteHandler {
  const files = openFolder(folder, { headers, single: false })
  const pages = openFolder(folder, { headers, single: true })
  return (request, response, next) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    return (FILE_PATH.test(path) ? files : pages)(request, response, next)
  }
}

function openFolder(
  folder: string,
  { headers, single }: { headers: Record<string, string>; single: boolean },
): SiteHandler {
  return sirv(folder, {
    // Reads the folder at each request, so that a new build is served without a restart.
    dev: true,
    single,
    // By default sirv takes a dot in any part of a path for the ending of a file.
    ignores: false,
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

/** Serves a built site, and at `/site.json` where its pages log people in. */
export function serveSite(
  folder: string,
  { issuer, clientId, operators, others = [] }: Parameters<SiteMaker>[0] & { others?: readonly string[] },
): SiteHandler {
  const headers = listPageHeaders({ apiUrl: '', issuer, operatorIssuer: operators.issuer, others })
  const serve = serveFolder(folder, headers)
  const settings = JSON.stringify({ issuer, clientId, operators })
  return (request, response, next) => {
    if (request.url !== '/site.json') return serve(request, response, next)
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' }).end(settings)
    return undefined
  }
}
