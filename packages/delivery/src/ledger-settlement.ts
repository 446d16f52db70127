import { ATTEMPTS_MAX, REPORT_WAIT_SECONDS, type LedgerPolicy } from './ledger/delivery.ts'
import type { Settlement } from './ledger/settle.ts'
import { MINUTE_MS, SECOND_MS } from '@pauta/platform/time/time'
import type { SendOutcome } from './channels/channel.ts'

/** Delays before the second, third, fourth and fifth attempt. */
const BACKOFF_MINUTES = [1, 5, 30, 120] as const
/** Random extra share of a delay, so that simultaneous failures are not retried at the same time. */
const JITTER = 0.2
/** Pause for a provider that refuses all messages without naming a delay. */
const PAUSE_SECONDS = 60

/** The inputs of a settlement besides the outcome. */
export interface SettlementFacts {
  id: string
  policy: LedgerPolicy
  /** Number of hand-offs, including this one. */
  attempts: number
  /** Number of earlier hand-offs without an answer. */
  unclear: number
  now: Date
  /** Returns a number from 0 to 1. */
  random: () => number
}

const inSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * SECOND_MS)

/** Returns until when a channel pauses, if the outcome concerns all messages; undefined otherwise. */
export function findPauseEnd(outcome: SendOutcome, now: Date): Date | undefined {
  if (outcome.kind !== 'retry' || !outcome.everyone) return undefined
  return inSeconds(now, outcome.afterSeconds ?? PAUSE_SECONDS)
}

/** Returns the time of the next attempt: the usual delay or the provider's, whichever is longer. */
function nextAttempt({ attempts, now, random }: SettlementFacts, afterSeconds = 0): Date {
  const minutes = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? BACKOFF_MINUTES[0]
  const seconds = Math.max((minutes * MINUTE_MS) / SECOND_MS, afterSeconds)
  return inSeconds(now, seconds * (1 + JITTER * random()))
}

/** Settles a hand-off without an answer on a channel whose receivers do not detect duplicates. */
function settleDoubt(facts: SettlementFacts): Pick<Settlement, 'dueAt' | 'isUnclear' | 'status'> {
  const { policy, attempts, unclear, now } = facts
  const doubt = { status: 'unknown', isUnclear: true } as const
  if (attempts >= ATTEMPTS_MAX) return { ...doubt, dueAt: null }
  // A provider with reports will report what it accepted. Without reports, retry once: at most one duplicate.
  if (policy.isReported) return { ...doubt, dueAt: inSeconds(now, REPORT_WAIT_SECONDS) }
  return { ...doubt, dueAt: unclear === 0 ? nextAttempt(facts) : null }
}

/** Returns the new state of the ledger row after a hand-off. */
export function settlementOf(outcome: SendOutcome, facts: SettlementFacts): Settlement {
  const { id, policy, attempts, now } = facts
  const plain = { id, dueAt: null, isRefunded: false, isUnclear: false, providerId: null }
  if (outcome.kind === 'sent')
    return { ...plain, status: 'sent', error: null, providerId: outcome.providerId ?? null }
  const failed = { ...plain, status: 'failed', error: outcome.reason } as const
  if (outcome.kind === 'rejected') return failed
  if (outcome.kind === 'uncertain' && !policy.isKeyed) return { ...failed, ...settleDoubt(facts) }
  const pauseEnd = findPauseEnd(outcome, now)
  if (pauseEnd) return { ...failed, status: 'pending', dueAt: pauseEnd, isRefunded: true }
  if (attempts >= ATTEMPTS_MAX) return failed
  const afterSeconds = outcome.kind === 'retry' ? outcome.afterSeconds : undefined
  return { ...failed, status: 'pending', dueAt: nextAttempt(facts, afterSeconds) }
}
