import { Webhook } from 'standardwebhooks'
import { postOnce, type Answered } from '@pauta/platform/outbound/post'
import type { OutboundAgents } from '@pauta/platform/outbound/outbound-agents'
import { outcomeOf, readDelay, retryLater, type Channel, type SendOutcome } from '../channel.ts'

const TIMEOUT_MS = 15_000
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export interface WebhookMessage {
  url: string
  /** The subscription's secret, `whsec_…`. */
  secret: string
  /** JSON made by `webhookBody`. */
  body: string
}

export interface WebhookOptions {
  /** Guarded agents, because the URL comes from a user. */
  agents: OutboundAgents
  /** Time-out of one request; 15 s by default. */
  timeoutMs?: number
}

function readAnswer(answer: Answered): SendOutcome {
  const { status } = answer
  const reason = `the receiver answered ${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 410) return { kind: 'rejected', reason, gone: true }
  // Never follow redirects: the target is an unchecked address.
  if (status >= 300 && status < 400) return { kind: 'rejected', reason }
  // Standard Webhooks: retry all other statuses. Receivers answer 404 or 401 during a deployment.
  return retryLater(reason, readDelay(answer.headers['retry-after'], new Date()))
}

/**
 * Sends signed POSTs as defined by Standard Webhooks. The `webhook-id` is the ledger id, by which a receiver detects
 * duplicates, so uncertain messages are sent again.
 */
export function webhookChannel({ agents, timeoutMs = TIMEOUT_MS }: WebhookOptions): Channel<WebhookMessage> {
  return {
    name: 'webhook',
    async send({ url, secret, body }, { deliveryId, signal }) {
      const now = new Date()
      if (!URL.canParse(url)) return { kind: 'rejected', reason: 'the webhook is not a URL' }
      if (!SECRET.test(secret)) return { kind: 'rejected', reason: 'the webhook secret is not a whsec_ key' }
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Pauta-Webhooks/1.0',
        'webhook-id': deliveryId,
        'webhook-timestamp': Math.floor(now.getTime() / 1000),
        'webhook-signature': new Webhook(secret).sign(deliveryId, now, body),
      }
      return outcomeOf(await postOnce(new URL(url), { headers, body, agents, timeoutMs, signal }), readAnswer)
    },
    close: () => agents.close(),
  }
}
