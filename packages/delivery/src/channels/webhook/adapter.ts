import type { Config } from '@pauta/platform/config/config'
import { webhookBody } from './webhook-body.ts'
import { webhookChannel, type WebhookMessage } from './webhook.ts'
import { getRelease, releaseSites, type ChannelAdapter } from '../channel-adapter.ts'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'

/** The maximum of a digest. */
const ARTICLES_MAX = 300
/** About 1 kB each: with 50, articles have the rest of the 256 kB of a body. */
const CHANGES_MAX = 50

/** Sends webhooks. Receivers detect duplicates by the ledger id. */
export function webhookAdapter(
  config: Config<'settings' | 'delivery' | 'outbound'>,
): ChannelAdapter<WebhookMessage, 'webhook'> {
  const sites = releaseSites(config)
  return {
    policy: { channel: 'webhook', isKeyed: true, isReported: false },
    channel: webhookChannel({ agents: guardedAgents(config.outbound) }),
    articlesMax: ARTICLES_MAX,
    changesMax: CHANGES_MAX,
    compose: (outgoing) => {
      const { secret } = outgoing.recipient
      if (secret === null) throw new Error('a webhook needs its secret')
      return { url: outgoing.delivery.address, secret, body: webhookBody(getRelease(outgoing, sites)) }
    },
  }
}
