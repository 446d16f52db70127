import type { Config } from '@pauta/platform/config/config'
import { webhookBody } from './channels/webhook/webhook-body.ts'
import { webhookChannel, type WebhookMessage } from './channels/webhook/webhook.ts'
import {
  getRelease,
  LEASE_SECONDS,
  refuseKind,
  type ChannelAdapter,
  type Outgoing,
} from './channel-adapter.ts'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'

/** The maximum of a digest. */
const ARTICLES_MAX = 300

function compose(outgoing: Outgoing): WebhookMessage {
  if (outgoing.delivery.kind !== 'release') return refuseKind(outgoing, 'webhook')
  const { webhookSecret } = outgoing.recipient
  if (webhookSecret === null) throw new Error('a webhook needs its secret')
  const { id: releaseId, ...release } = getRelease(outgoing)
  return {
    url: outgoing.delivery.address,
    secret: webhookSecret,
    body: webhookBody({ ...release, releaseId }),
  }
}

/** Sends webhooks. Receivers detect duplicates by the ledger id. */
export function webhookAdapter({ outbound }: Config<'outbound'>): ChannelAdapter<WebhookMessage> {
  return {
    policy: { channel: 'webhook', isKeyed: true, isReported: false, leaseSeconds: LEASE_SECONDS },
    channel: webhookChannel({ agents: guardedAgents(outbound) }),
    articlesMax: ARTICLES_MAX,
    compose,
  }
}
