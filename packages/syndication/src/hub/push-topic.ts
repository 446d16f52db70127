import { createHash, createHmac } from 'node:crypto'
import type { Db } from '@pauta/platform/database/database'
import type { OutboundAgents } from '@pauta/platform/outbound/outbound-agents'
import { postOnce, type Answer } from '@pauta/platform/outbound/post'
import { readRetryAfter } from '@pauta/platform/outbound/retry-after'
import { DAY_MS, MINUTE_MS } from '@pauta/platform/time/time'
import type { Feed } from '../feeds/feed.ts'
import { FEED_MEDIA_TYPES, writeFeed, type FeedFormat } from '../feeds/write-feed.ts'
import {
  listLacking,
  recordCheck,
  recordFailure,
  recordPush,
  removeSubscription,
  type Subscriber,
} from './subscriptions.ts'

const TIMEOUT_MS = 15_000
/** Pauses before the next attempts, as long as those of webhooks: about a day in all. After the last one the subscription ends. */
const PAUSES_MINUTES = [1, 5, 30, 120, 360, 720]
const PUSHES_AT_ONCE = 10

/** What a push depends on. */
export interface Pushing {
  agents: OutboundAgents
  hubUrl: string
  signal: AbortSignal
  now: Date
}

/** How many pushes arrived, failed, and ended their subscription. */
export interface Pushed {
  sent: number
  failed: number
  ended: number
}

/** Returns the digest of what a page shows: its items with their changes. */
const digestOf = ({ items }: Feed): string =>
  createHash('sha256')
    .update(JSON.stringify(items.map(({ id, updated, title }) => [id, updated.getTime(), title])))
    .digest('hex')

const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Records the outcome of a push. */
async function settle(
  db: Db,
  { id, attempts }: Subscriber,
  { answer, digest, now }: { answer: Answer; digest: string; now: Date },
): Promise<keyof Pushed> {
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) {
    await recordPush(db, { id, digest })
    return 'sent'
  }
  const isGone = answer.kind === 'refused' || (answer.kind === 'answered' && answer.status === 410)
  const pause = PAUSES_MINUTES[attempts]
  if (isGone || pause === undefined) {
    await removeSubscription(db, id)
    return 'ended'
  }
  const asked = answer.kind === 'answered' ? readRetryAfter(answer.headers['retry-after'], now) : undefined
  const dueAt = new Date(now.getTime() + Math.max(pause * MINUTE_MS, Math.min(asked ?? 0, DAY_MS)))
  await recordFailure(db, { id, dueAt })
  return 'failed'
}

/**
 * Pushes a page of a topic, read after `now`, to its subscribers who lack it (WebSub, 7). A push that is not recorded, because the
 * process ended, is sent again: readers know the items by their ids.
 */
export async function pushTopic(
  db: Db,
  { topic, feed, format }: { topic: string; feed: Feed; format: FeedFormat },
  { agents, hubUrl, signal, now }: Pushing,
): Promise<Pushed> {
  const digest = digestOf(feed)
  const lacking = await listLacking(db, { topic, digest, now })
  const pushed: Pushed = { sent: 0, failed: 0, ended: 0 }
  if (lacking.length === 0) {
    await recordCheck(db, { topic, digest, at: now })
    return pushed
  }
  const body = writeFeed(feed, format)
  const headers = {
    'content-type': `${FEED_MEDIA_TYPES[format]}; charset=utf-8`,
    'user-agent': 'Pauta-Hub/1.0',
    link: `<${hubUrl}>; rel="hub", <${topic}>; rel="self"`,
  }
  const work = async () => {
    for (let next = lacking.shift(); next && !signal.aborted; next = lacking.shift()) {
      const signed = next.secret === null ? {} : { 'x-hub-signature': signatureOf(next.secret, body) }
      const answer = await postOnce(new URL(next.callback), {
        headers: { ...headers, ...signed },
        body,
        agents,
        timeoutMs: TIMEOUT_MS,
        signal,
      })
      pushed[await settle(db, next, { answer, digest, now })]++
    }
  }
  await Promise.all(Array.from({ length: PUSHES_AT_ONCE }, work))
  await recordCheck(db, { topic, digest, at: now })
  return pushed
}
