import { postOnce, type Answered } from '@pauta/platform/outbound/post'
import type { OutboundAgents } from '@pauta/platform/outbound/outbound-agents'
import { outcomeOf, readDelay, retryLater, type Channel, type SendOutcome } from '../channel.ts'

const TIMEOUT_MS = 15_000

export interface SlackMessage {
  /** The incoming webhook. The URL is a secret: whoever has it may post. */
  url: string
  /** JSON made by `slackBody`. */
  body: string
}

export interface SlackOptions {
  /** Guarded agents, because the URL comes from a user. */
  agents: OutboundAgents
  /** Time-out of one request; 15 s by default. */
  timeoutMs?: number
}

/** Slack's codes for webhooks that were removed, or whose channel or workspace is closed. */
const GONE = new Set([
  'channel_is_archived',
  'channel_not_found',
  'invalid_token',
  'no_active_hooks',
  'no_service',
  'no_service_id',
  'no_team',
  'team_disabled',
  'user_not_found',
])

function readAnswer({ status, headers, text }: Answered): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const code = text.trim()
  const isGone = status === 404 || status === 410 || GONE.has(code)
  // Other texts of the receiver may repeat the address.
  const reason = `the receiver answered ${status}${GONE.has(code) ? `: ${code}` : ''}`
  if (isGone) return { kind: 'rejected', reason, gone: true }
  if (status === 408 || status === 429 || status >= 500)
    return retryLater(reason, readDelay(headers['retry-after'], new Date()))
  // Redirects are never followed: the target is an unchecked address.
  return { kind: 'rejected', reason }
}

/**
 * Posts to incoming webhooks in the format of Slack, which Mattermost, Rocket.Chat and Discord (`/slack`) accept, too.
 * The format has no idempotency key, so a lost answer is `uncertain`.
 */
export function slackChannel({ agents, timeoutMs = TIMEOUT_MS }: SlackOptions): Channel<SlackMessage> {
  return {
    name: 'slack',
    async send({ url, body }, { signal }) {
      if (!URL.canParse(url)) return { kind: 'rejected', reason: 'the webhook is not a URL' }
      const headers = { 'content-type': 'application/json', 'user-agent': 'Pauta-Webhooks/1.0' }
      return outcomeOf(await postOnce(new URL(url), { headers, body, agents, timeoutMs, signal }), readAnswer)
    },
    close: () => agents.close(),
  }
}
