import type { DeliveryChannel } from './channels.ts'

/** What is sent: a release, or one of the messages that no release makes. */
export type DeliveryKind = 'release' | 'new-articles' | 'clipping-ended' | 'confirmation' | 'telegram-moved'

/**
 * Where a row of the ledger stands.
 *
 * - `pending`: to be sent when it is due; while a worker holds its lease, about to be sent.
 * - `sending`: within a hand-off. One that is still so when its lease has run out met a crash.
 * - `sent`, `failed`: done. `skipped`: not to be sent, `error` says why.
 * - `unknown`: handed over without an answer, where sending again may double it. Sent again when it is due; without a
 *   due time it is left to a person.
 */
export type DeliveryStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown' | 'skipped'

/** How a channel's rows are treated when a hand-off ended in doubt. */
export interface LedgerPolicy {
  channel: DeliveryChannel
  /** Receivers recognise a message that comes twice, so it is simply sent again. */
  isKeyed: boolean
  /** The provider tells later what it took, so doubt waits for that. */
  isReported: boolean
  /** How long a worker may hold rows: longer than it can possibly live. */
  leaseSeconds: number
}

/** The provider tells within seconds; what it has not told by then it did not take. */
export const REPORT_WAIT_SECONDS = 600
/** Answers that fail are tried so often in all. */
export const ATTEMPTS_MAX = 5
/** A row whose hand-offs end in crashes is given up after so many: it may be what kills the worker. */
export const HAND_OFFS_MAX = 10
