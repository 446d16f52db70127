import { badInput } from '@pauta/platform/errors'
import { assertPublicHttpsUrl } from '@pauta/platform/outbound/public-url'
import { readFeedPage, readFeedPath } from '../feeds/feed-address.ts'
import type { FeedRequest } from '../feeds/read-articles-feed.ts'
import { readQuery } from '../selection/url-grammar.ts'

const LEASE_SECONDS = { least: 3600, usual: 10 * 86_400, most: 30 * 86_400 }
/** WebSub, 5.1: a secret is shorter than 200 bytes. */
const SECRET_MAX_BYTES = 199
const TOPIC_MAX_CHARACTERS = 2048

/** A request of a program to begin or to end a subscription, not verified yet. */
export interface HubRequest {
  mode: 'subscribe' | 'unsubscribe'
  topic: string
  callback: string
  secret: string | null
  leaseSeconds: number
}

/**
 * Returns the request for the feed of a topic: the first page of any feed of articles. Throws BAD_USER_INPUT for another
 * address, and what the grammar of filters throws.
 */
export function readTopic(topic: string, baseUrl: string): FeedRequest {
  const url = topic.length <= TOPIC_MAX_CHARACTERS ? URL.parse(topic) : null
  const known = url && topic.startsWith(`${baseUrl}/feeds/`) ? readFeedPath(url.pathname) : undefined
  if (!url || !known || known.subject.kind === 'listings' || url.hash !== '')
    throw badInput(
      'hub.topic',
      `deve ser o endereço de um feed de notícias, como ${baseUrl}/feeds/articles.rss.`,
    )
  const { selection, others } = readQuery(url.searchParams, ['limit'])
  return { ...known, selection, page: readFeedPage(others) }
}

function readLease(text: string | null): number {
  if (text === null || text.trim() === '') return LEASE_SECONDS.usual
  if (!/^\d{1,10}$/.test(text)) throw badInput('hub.lease_seconds', 'deve ser um número inteiro de segundos.')
  return Math.min(LEASE_SECONDS.most, Math.max(LEASE_SECONDS.least, Number(text)))
}

/**
 * Reads the form of a request. A lease is brought into 1 hour to 30 days, 10 days by default. Throws BAD_USER_INPUT naming
 * the parameter.
 */
export function readHubRequest(
  form: URLSearchParams,
  { baseUrl, allowedOrigins }: { baseUrl: string; allowedOrigins: readonly string[] },
): HubRequest {
  const mode = form.get('hub.mode')
  if (mode !== 'subscribe' && mode !== 'unsubscribe')
    throw badInput('hub.mode', 'use um destes valores: subscribe, unsubscribe.')
  const topic = form.get('hub.topic') ?? ''
  readTopic(topic, baseUrl)
  const secret = form.get('hub.secret')
  if (secret !== null && Buffer.byteLength(secret) > SECRET_MAX_BYTES)
    throw badInput('hub.secret', `deve ter no máximo ${SECRET_MAX_BYTES} bytes.`)
  return {
    mode,
    topic,
    callback: assertPublicHttpsUrl(form.get('hub.callback') ?? '', 'hub.callback', allowedOrigins).href,
    secret: secret === '' ? null : secret,
    leaseSeconds: readLease(form.get('hub.lease_seconds')),
  }
}
