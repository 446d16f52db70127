import webPush from 'web-push'
import { describeError } from '@pauta/platform/errors'
import { postOnce, type Answered } from '@pauta/platform/outbound/post'
import type { OutboundAgents } from '@pauta/platform/outbound/outbound-agents'
import { outcomeOf, readDelay, retryLater, shortKey, type Channel, type SendOutcome } from '../channel.ts'
import { isKeyPair } from './vapid-keys.ts'

const TIMEOUT_MS = 15_000
/** A phone that was off for longer gets no old news. */
const TTL_SECONDS = 24 * 60 * 60

export interface PushMessage {
  endpoint: string
  /** The browser's public key and secret, base64url. */
  keys: { p256dh: string; auth: string }
  /** JSON made by `pushBody`. */
  body: string
  /** A message replaces an undelivered one with the same topic. The topic is the release's id. */
  topic: string
}

/** `subject` is our `mailto:` or https address; the keys are base64url. */
interface VapidKeys {
  subject: string
  publicKey: string
  privateKey: string
}

export interface PushOptions {
  /** Guarded agents, because the endpoint comes from a user's browser. */
  agents: OutboundAgents
  vapid: VapidKeys
  /** Time-out of one request; 15 s by default. */
  timeoutMs?: number
}

function readAnswer(answer: Answered): SendOutcome {
  const { status, headers } = answer
  const reason = `the push service answered ${status}`
  if (status >= 200 && status < 300) {
    return { kind: 'sent', ...(headers.location ? { providerId: headers.location } : {}) }
  }
  if (status === 404 || status === 410) return { kind: 'rejected', reason, gone: true }
  if (status === 408 || status === 429 || status >= 500) {
    return retryLater(reason, readDelay(headers['retry-after'], new Date()))
  }
  return { kind: 'rejected', reason }
}

function encryptRequest(message: PushMessage, vapid: VapidKeys) {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: message.endpoint, keys: message.keys },
    message.body,
    {
      vapidDetails: vapid,
      TTL: TTL_SECONDS,
      topic: shortKey(message.topic),
      urgency: 'normal',
    },
  )
  if (body === null) throw new Error('a push needs a body')
  return { headers, body }
}

/**
 * Sends Web Push with VAPID. web-push encrypts and signs; the request uses the guarded agents, which also limit the
 * answer's size. Invalid browser keys make an endpoint useless: `gone`. Throws for invalid VAPID keys at once, so that
 * no reader's endpoint is removed because of our mistake.
 */
export function pushChannel({ agents, vapid, timeoutMs = TIMEOUT_MS }: PushOptions): Channel<PushMessage> {
  webPush.getVapidHeaders(
    'https://push.example',
    vapid.subject,
    vapid.publicKey,
    vapid.privateKey,
    'aes128gcm',
  )
  if (!isKeyPair(vapid.publicKey, vapid.privateKey))
    throw new Error('The VAPID keys of pushes are not one pair: set the public and the private key together.')
  return {
    name: 'push',
    async send(message, { signal }) {
      if (!URL.canParse(message.endpoint)) {
        return { kind: 'rejected', reason: 'the push endpoint is not a URL', gone: true }
      }
      let request: { headers: Record<string, string>; body: Buffer }
      try {
        request = encryptRequest(message, vapid)
      } catch (error) {
        const reason = `the push subscription is invalid: ${describeError(error).slice(0, 120)}`
        return { kind: 'rejected', reason, gone: true }
      }
      return outcomeOf(
        await postOnce(new URL(message.endpoint), { ...request, agents, timeoutMs, signal }),
        readAnswer,
      )
    },
    close: () => agents.close(),
  }
}
