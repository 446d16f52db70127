import { sentReleaseAddress, type ReleaseSites } from '@pauta/clippings/releases/release-address'
import type { Config } from '@pauta/platform/config/config'
import { webhookBody } from './webhook-body.ts'
import { webhookChannel, type WebhookMessage } from './webhook.ts'
import {
  getRelease,
  LEASE_SECONDS,
  refuseKind,
  releaseSites,
  type ChannelAdapter,
  type Outgoing,
} from '../channel-adapter.ts'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'

/** The maximum of a digest. */
const ARTICLES_MAX = 300

function compose(outgoing: Outgoing, sites: ReleaseSites): WebhookMessage {
  if (outgoing.delivery.kind !== 'release') return refuseKind(outgoing, 'webhook')
  const { secret } = outgoing.recipient
  if (secret === null) throw new Error('a webhook needs its secret')
  const { id: releaseId, ...release } = getRelease(outgoing)
  const releaseUrl = sentReleaseAddress({ id: releaseId, ...release }, sites)
  return {
    url: outgoing.delivery.address,
    secret,
    body: webhookBody({ ...release, releaseId, releaseUrl }),
  }
}

/** Sends webhooks. Receivers detect duplicates by the ledger id. */
export function webhookAdapter(
  config: Config<'settings' | 'delivery' | 'outbound'>,
): ChannelAdapter<WebhookMessage> {
  const sites = releaseSites(config)
  return {
    policy: { channel: 'webhook', isKeyed: true, isReported: false, leaseSeconds: LEASE_SECONDS },
    channel: webhookChannel({ agents: guardedAgents(config.outbound) }),
    articlesMax: ARTICLES_MAX,
    compose: (outgoing) => compose(outgoing, sites),
  }
}
