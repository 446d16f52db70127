import { ATTEMPTS_MAX, REPORT_WAIT_SECONDS, type LedgerPolicy } from './ledger/delivery.ts'
import type { Settlement } from './ledger/settle.ts'
import { MINUTE_MS, SECOND_MS } from '@pauta/platform/time/time'
import type { SendOutcome } from './channels/channel.ts'

/** Before the second, third, fourth and fifth attempt. */
const BACKOFF_MINUTES = [1, 5, 30, 120] as const
/** Up to so much of a delay is added to it, so that what failed together does not come back together. */
const JITTER = 0.2
/** For a provider that wants to be left alone and does not say for how long. */
const PAUSE_SECONDS = 60

/** What a settlement depends on besides the outcome. */
export interface SettlementFacts {
  id: string
  policy: LedgerPolicy
  /** Hand-offs, this one included. */
  attempts: number
  /** Hand-offs without an answer before this one. */
  unclear: number
  now: Date
  /** From 0 to 1. */
  random: () => number
}

const inSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * SECOND_MS)

/** When all of a channel's messages may be sent again, where the outcome puts them all off. */
export function findPauseEnd(outcome: SendOutcome, now: Date): Date | undefined {
  if (outcome.kind !== 'retry' || !outcome.everyone) return undefined
  return inSeconds(now, outcome.afterSeconds ?? PAUSE_SECONDS)
}

/** The next attempt: the usual back-off or what the provider asked for, whichever is later. */
function nextAttempt({ attempts, now, random }: SettlementFacts, afterSeconds = 0): Date {
  const minutes = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? BACKOFF_MINUTES[0]
  const seconds = Math.max((minutes * MINUTE_MS) / SECOND_MS, afterSeconds)
  return inSeconds(now, seconds * (1 + JITTER * random()))
}

/** No answer came, and the receiver would not recognise the message if it came twice. */
function settleDoubt(facts: SettlementFacts): Pick<Settlement, 'dueAt' | 'isUnclear' | 'status'> {
  const { policy, attempts, unclear, now } = facts
  const doubt = { status: 'unknown', isUnclear: true } as const
  if (attempts >= ATTEMPTS_MAX) return { ...doubt, dueAt: null }
  // What the provider took it reports; where it reports nothing, one more try is all the risk that is taken.
  if (policy.isReported) return { ...doubt, dueAt: inSeconds(now, REPORT_WAIT_SECONDS) }
  return { ...doubt, dueAt: unclear === 0 ? nextAttempt(facts) : null }
}

/** What the ledger is to say after a hand-off. */
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
