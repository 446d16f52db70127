import { sentReleaseAddress, type ReleaseSites } from '@pauta/clippings/releases/release-address'
import type { Config } from '@pauta/platform/config/config'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'
import {
  getRelease,
  LEASE_SECONDS,
  refuseKind,
  releaseSites,
  type ChannelAdapter,
  type Outgoing,
} from '../channel-adapter.ts'
import { slackBody } from './slack-body.ts'
import { slackChannel, type SlackMessage } from './slack.ts'

/** More than a message lists, because some articles may have been taken down. */
const ARTICLES_MAX = 20

function compose(outgoing: Outgoing, sites: ReleaseSites): SlackMessage {
  if (outgoing.delivery.kind !== 'release') return refuseKind(outgoing, 'slack')
  const release = getRelease(outgoing)
  const releaseUrl = sentReleaseAddress(release, sites)
  const body = slackBody({ ...release, releaseUrl, digestPreview: release.digestPreview ?? '' })
  return { url: outgoing.delivery.address, body }
}

/** Sends to incoming webhooks in the format of Slack, whose receivers do not detect duplicates. */
export function slackAdapter(
  config: Config<'settings' | 'delivery' | 'outbound'>,
): ChannelAdapter<SlackMessage> {
  const sites = releaseSites(config)
  return {
    policy: { channel: 'slack', isKeyed: false, isReported: false, leaseSeconds: LEASE_SECONDS },
    channel: slackChannel({ agents: guardedAgents(config.outbound) }),
    articlesMax: ARTICLES_MAX,
    compose: (outgoing) => compose(outgoing, sites),
  }
}
