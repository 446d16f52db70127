import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '@pauta/platform/database/database'
import { fetchThrough } from '@pauta/platform/outbound/fetch-through'
import type { OutboundAgents } from '@pauta/platform/outbound/outbound-agents'
import { RefusedAddressError } from '@pauta/platform/outbound/public-lookup'
import { readBounded } from '@pauta/platform/input/read-bounded'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { confirmRequest, delayRequest, dropRequest, type OpenRequest } from './subscriptions.ts'

const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 4096
const ATTEMPTS = 3
const PAUSE_MINUTES = 5

/** Whether a subscriber wants what was asked in its name; undefined when it cannot be reached. */
async function isWanted(
  { callback, topic, asked, askedSeconds }: OpenRequest,
  { agents, signal }: { agents: OutboundAgents; signal: AbortSignal },
): Promise<boolean | undefined> {
  const challenge = randomBytes(24).toString('base64url')
  const url = new URL(callback)
  url.searchParams.append('hub.mode', asked)
  url.searchParams.append('hub.topic', topic)
  url.searchParams.append('hub.challenge', challenge)
  if (asked === 'subscribe') url.searchParams.append('hub.lease_seconds', String(askedSeconds))
  try {
    const response = await fetchThrough(agents)(url.href, {
      headers: { 'user-agent': 'Pauta-Hub/1.0' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const answer = Buffer.from(await readBounded(response.body, ANSWER_MAX_BYTES))
    if (response.status >= 500) return undefined
    const expected = Buffer.from(challenge)
    return response.ok && answer.length === expected.length && timingSafeEqual(answer, expected)
  } catch (error) {
    return error instanceof RefusedAddressError ? false : undefined
  }
}

/** Asks a subscriber whether it wants what was asked in its name (WebSub, 5.3), and records the answer. */
export async function verifyRequest(
  db: Db,
  request: OpenRequest,
  { agents, signal, now }: { agents: OutboundAgents; signal: AbortSignal; now: Date },
): Promise<'confirmed' | 'dropped' | 'delayed'> {
  const wanted = await isWanted(request, { agents, signal })
  if (wanted === true) {
    await confirmRequest(db, request, now)
    return 'confirmed'
  }
  if (wanted === undefined && request.askedAttempts + 1 < ATTEMPTS) {
    await delayRequest(db, request, new Date(now.getTime() + PAUSE_MINUTES * MINUTE_MS))
    return 'delayed'
  }
  await dropRequest(db, request)
  return 'dropped'
}
