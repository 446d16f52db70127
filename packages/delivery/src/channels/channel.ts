import { createHash } from 'node:crypto'
import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { Answer, Answered } from '@pauta/platform/outbound/post'
import { readRetryAfter } from '@pauta/platform/outbound/retry-after'
import { SECOND_MS } from '@pauta/platform/time/time'

/**
 * The result of one hand-off to a provider.
 * - `sent`: the provider accepted the message.
 * - `retry`: the provider did not accept the message now, and may accept it later. `afterSeconds` is the delay that the
 *   provider asked for. `everyone` is true if this holds for all of our messages, because the provider is busy, down or
 *   refuses us.
 * - `rejected`: the provider never will accept the message. `gone` is true if the address itself is dead, so that the
 *   channel or endpoint must be removed.
 * - `uncertain`: the message was transmitted and no answer came. A channel with an idempotency key can send it again.
 *   On a channel without one (e-mail, Telegram) a second message may be a duplicate.
 * Reasons are short, in English, and contain neither addresses nor tokens.
 */
export type SendOutcome =
  | { kind: 'sent'; providerId?: string }
  | { kind: 'retry'; afterSeconds?: number; reason: string; everyone?: true }
  | { kind: 'rejected'; reason: string; gone?: boolean }
  | { kind: 'uncertain'; reason: string }

interface SendOptions {
  /** Id of the ledger row: the key by which a receiver or SES's events identify the message. */
  deliveryId: string
  /** Aborts the attempt; the outcome states whether the message may have been sent. */
  signal: AbortSignal
}

/**
 * Sends messages to one kind of address. Never throws for failures of a provider or the network. Keeps connections
 * open.
 */
export interface Channel<Message> {
  readonly name: DeliveryChannel
  /** May be called concurrently. */
  send(message: Message, options: SendOptions): Promise<SendOutcome>
  /** Closes idle connections. */
  close(): void
}

/** Longer delays that a provider asks for are shortened to a day. */
const RETRY_AFTER_MAX_SECONDS = 24 * 60 * 60

/** Returns the delay of a Retry-After header in whole seconds, at most a day; undefined without a valid header. */
export function readDelay(value: string | undefined, now: Date): number | undefined {
  const milliseconds = readRetryAfter(value, now)
  if (milliseconds === undefined) return undefined
  return Math.min(Math.ceil(milliseconds / SECOND_MS), RETRY_AFTER_MAX_SECONDS)
}

/** A `retry` for this message, after the delay that the provider asked for. */
export function retryLater(reason: string, afterSeconds: number | undefined): SendOutcome {
  return { kind: 'retry', reason, ...(afterSeconds === undefined ? {} : { afterSeconds }) }
}

/** A `retry` for all of our messages. */
export function retryAllLater(reason: string, afterSeconds: number | undefined): SendOutcome {
  return { kind: 'retry', reason, everyone: true, ...(afterSeconds === undefined ? {} : { afterSeconds }) }
}

/** Returns the outcome of a request; `read` interprets its answer, if there is one. */
export function outcomeOf(answer: Answer, read: (answered: Answered) => SendOutcome): SendOutcome {
  if (answer.kind === 'answered') return read(answer)
  if (answer.kind === 'refused') return { kind: 'rejected', reason: answer.reason }
  return { kind: answer.kind === 'unreached' ? 'retry' : 'uncertain', reason: answer.reason }
}

/** Returns a key of at most 32 URL-safe characters: the id itself if it fits, otherwise a digest of it. */
export function shortKey(id: string): string {
  return /^[A-Za-z0-9_-]{1,32}$/.test(id)
    ? id
    : createHash('sha256').update(id).digest('base64url').slice(0, 32)
}
