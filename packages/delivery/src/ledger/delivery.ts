import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'

/** What a row sends: a release, or a message of another kind. */
export type DeliveryKind =
  | 'release'
  | 'new-articles'
  | 'channel-off'
  | 'clipping-ended'
  | 'clipping-changed'
  | 'confirmation'
  | 'telegram-moved'

export const DELIVERY_STATUSES = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const

/**
 * State of a ledger row.
 * - `pending`: to be sent at its due time; while leased, about to be sent.
 * - `sending`: within a hand-off. If the lease expired, the worker crashed.
 * - `sent`, `failed`: final. `skipped`: not to be sent; `error` contains the reason.
 * - `unknown`: handed off without an answer, where a retry may duplicate the message. Retried at its due time; without
 *   a due time an operator decides.
 */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** How a channel's rows are settled after an uncertain hand-off. */
export interface LedgerPolicy {
  channel: DeliveryChannel
  /** Receivers detect duplicates, so uncertain messages are sent again. */
  isKeyed: boolean
  /** The provider reports later what it accepted, so uncertain rows wait for the report. */
  isReported: boolean
  /** Our key to which addresses are bound; undefined for a channel without such a key. */
  senderKey?: string
}

/** Reports arrive within seconds. A message without a report after this time was not accepted. */
export const REPORT_WAIT_SECONDS = 600
/** Number of attempts for a message. */
export const ATTEMPTS_MAX = 5
/** A row whose hand-offs end in this many crashes fails, because it may be the cause. */
export const HAND_OFFS_MAX = 10
