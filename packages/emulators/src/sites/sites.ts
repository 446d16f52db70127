import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { closeServer, listenLocally } from '@pauta/server/local-server'
import { makeNewsSites, type NewsSitesOptions } from './news-sites.ts'
import { sendReply } from './send-reply.ts'
import type { SiteRequest } from './site-types.ts'

const REQUESTS_KEPT = 5_000
/** Longer than a scraper waits for a page. */
const SLOW_SECONDS = 25

export interface SitesOptions extends NewsSitesOptions {
  /** 0 takes a free port. */
  port: number
  /** Seconds that an answer of the trouble `slow` takes. Default 25. */
  slowSeconds?: number
}

/** A received request, for tests. */
interface SiteVisit {
  at: Date
  method: string
  host: string
  path: string
  query: string
  userAgent: string
}

/** Emulates news sites: classic Plone, Plone 6, Agência Brasil, TV Brasil, WordPress, and others with a feed. */
export interface Sites {
  url: string
  /** The latest requests, oldest first. */
  visits: readonly SiteVisit[]
  /** Makes requests meet trouble. Undefined ends it, also the trouble of the options. */
  intercept(trouble: NewsSitesOptions['trouble']): void
  stop(): Promise<void>
}

/** A relay names the host of the site in `x-forwarded-host`. */
function readRequest({ method, url, headers }: IncomingMessage): SiteRequest {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://emulator')
  const forwarded = headers['x-forwarded-host']
  return {
    method: method ?? 'GET',
    host: (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? headers.host ?? '',
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    ),
  }
}

/** Starts the sites at one address. A request names its site in `x-forwarded-host`, in `host` or in its path. */
export async function startSites(options: SitesOptions): Promise<Sites> {
  const visits: SiteVisit[] = []
  const stopping = new AbortController()
  let { trouble } = options
  const sites = makeNewsSites({ ...options, trouble: (request, site) => trouble?.(request, site) })
  const server = createServer((incoming, response) => {
    const respond = async () => {
      const request = readRequest(incoming)
      const { method, host, path, query } = request
      const userAgent = request.headers['user-agent'] ?? ''
      visits.push({ at: new Date(), method, host, path, query: query.toString(), userAgent })
      visits.splice(0, visits.length - REQUESTS_KEPT)
      const reply = sites.reply(request)
      if (reply.delivery === 'slow')
        await delay((options.slowSeconds ?? SLOW_SECONDS) * 1000, undefined, { signal: stopping.signal })
      sendReply(response, reply)
    }
    respond().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  const url = await listenLocally(server, options.port)
  return {
    url,
    visits,
    intercept: (next) => void (trouble = next),
    async stop() {
      stopping.abort()
      await closeServer(server)
    },
  }
}
