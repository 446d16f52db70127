import { createHash } from 'node:crypto'
import type { DeliveryChannel } from '../ledger/channels.ts'
import type { Answer, Answered } from '@pauta/platform/outbound/post'

/**
 * What became of one hand-off.
 *
 * - `sent`: the provider took it.
 * - `retry`: the provider did not take it and may later, not before `afterSeconds` where it named a delay. `everyone` says
 *   that this holds for all of our messages: it is busy, down or refuses us, whatever we send.
 * - `rejected`: it never will. `gone` says that the address itself is dead, so the channel or endpoint is to be dropped.
 * - `uncertain`: the message left and no answer came. A channel with a key may simply send it again; on one without
 *   (e-mail, Telegram) that may be a duplicate.
 *
 * Reasons are short, in English, and hold neither addresses nor tokens.
 */
export type SendOutcome =
  | { kind: 'sent'; providerId?: string }
  | { kind: 'retry'; afterSeconds?: number; reason: string; everyone?: true }
  | { kind: 'rejected'; reason: string; gone?: boolean }
  | { kind: 'uncertain'; reason: string }

export interface SendOptions {
  /** Id of the ledger row: the key by which a receiver, or SES's events, recognise the message. */
  deliveryId: string
  /** Ends the attempt; what that means for the message is in the outcome. */
  signal: AbortSignal
}

/** One way to reach people. It never throws for what a provider or the network does, and keeps its connections open. */
export interface Channel<Message> {
  readonly name: DeliveryChannel
  /** May be called with many messages in flight. */
  send(message: Message, options: SendOptions): Promise<SendOutcome>
  /** Lets go of idle connections. */
  close(): void
}

/** Providers that ask for patience beyond a day are asked again after a day. */
const RETRY_AFTER_MAX_SECONDS = 24 * 60 * 60

/** Seconds of a Retry-After header, which holds seconds or an HTTP date; undefined when it can not be read. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined || value.trim() === '') return undefined
  const text = value.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  if (!Number.isFinite(seconds)) return undefined
  return Math.min(Math.max(Math.ceil(seconds), 0), RETRY_AFTER_MAX_SECONDS)
}

/** A retry, with the delay that the provider asked for where it did. */
export function retryLater(reason: string, afterSeconds: number | undefined): SendOutcome {
  return { kind: 'retry', reason, ...(afterSeconds === undefined ? {} : { afterSeconds }) }
}

/** The same where the provider means all of our messages. */
export function retryAllLater(reason: string, afterSeconds: number | undefined): SendOutcome {
  return { kind: 'retry', reason, everyone: true, ...(afterSeconds === undefined ? {} : { afterSeconds }) }
}

/** The outcome of a request, whose answer `read` explains where there is one. */
export function outcomeOf(answer: Answer, read: (answered: Answered) => SendOutcome): SendOutcome {
  if (answer.kind === 'answered') return read(answer)
  if (answer.kind === 'refused') return { kind: 'rejected', reason: answer.reason }
  return { kind: answer.kind === 'unreached' ? 'retry' : 'uncertain', reason: answer.reason }
}

/** An id as a key of at most 32 URL-safe characters: itself where it is one, else a digest of it. */
export function shortKey(id: string): string {
  return /^[A-Za-z0-9_-]{1,32}$/.test(id)
    ? id
    : createHash('sha256').update(id).digest('base64url').slice(0, 32)
}
