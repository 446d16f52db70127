import type { Config } from '@pauta/platform/config/config'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'
import { getRelease, releaseSites, type ChannelAdapter } from '../channel-adapter.ts'
import { CHAT_CHANGES_MAX } from '../../digest/release-text.ts'
import { slackBody } from './slack-body.ts'
import { slackChannel, type SlackMessage } from './slack.ts'

/** More than a message lists, because some articles may have been taken down. */
const ARTICLES_MAX = 20

/** Sends to incoming webhooks in the format of Slack, whose receivers do not detect duplicates. */
export function slackAdapter(
  config: Config<'settings' | 'delivery' | 'outbound'>,
): ChannelAdapter<SlackMessage, 'slack'> {
  const sites = releaseSites(config)
  return {
    policy: { channel: 'slack', isKeyed: false, isReported: false },
    channel: slackChannel({ agents: guardedAgents(config.outbound) }),
    articlesMax: ARTICLES_MAX,
    changesMax: CHAT_CHANGES_MAX,
    articleOrder: 'by-section',
    compose: (outgoing) => {
      const release = getRelease(outgoing, sites)
      const body = slackBody({ ...release, digestPreview: release.digestPreview ?? '' })
      return { url: outgoing.delivery.address, body }
    },
  }
}
