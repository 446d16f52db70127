import type { LedgerPolicy } from './ledger/delivery.ts'
import { describe, expect, it } from 'vitest'
import type { SendOutcome } from './channels/channel.ts'
import { findPauseEnd, settlementOf, type SettlementFacts } from './ledger-settlement.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const KEYED: LedgerPolicy = { channel: 'webhook', isKeyed: true, isReported: false }
const SMTP: LedgerPolicy = { ...KEYED, channel: 'email', isKeyed: false }
const SES: LedgerPolicy = { ...SMTP, isReported: true }

const facts = (changes: Partial<SettlementFacts> = {}): SettlementFacts => ({
  id: 'd',
  policy: SMTP,
  attempts: 1,
  unclear: 0,
  now: NOW,
  random: () => 0,
  ...changes,
})
const secondsUntil = (date: Date | null) => date && (date.getTime() - NOW.getTime()) / 1000
const settle = (outcome: SendOutcome, changes: Partial<SettlementFacts> = {}) => {
  const { status, dueAt, isRefunded, isUnclear } = settlementOf(outcome, facts(changes))
  return { status, dueSeconds: secondsUntil(dueAt), isRefunded, isUnclear }
}
const again = (dueSeconds: number) => ({ status: 'pending', dueSeconds, isRefunded: false, isUnclear: false })

describe('the settlement of a hand-off', () => {
  it('stores the provider’s id', () => {
    expect(settlementOf({ kind: 'sent', providerId: 'p' }, facts())).toEqual({
      id: 'd',
      status: 'sent',
      dueAt: null,
      isRefunded: false,
      isUnclear: false,
      error: null,
      providerId: 'p',
    })
  })

  it('stores why a provider refused, and no id', () => {
    expect(settlementOf({ kind: 'rejected', reason: 'no such address' }, facts())).toEqual({
      id: 'd',
      status: 'failed',
      dueAt: null,
      isRefunded: false,
      isUnclear: false,
      error: 'no such address',
      providerId: null,
    })
  })

  it('retries four times with growing delays, then fails', () => {
    const outcome: SendOutcome = { kind: 'retry', reason: 'busy' }
    const seen = [1, 2, 3, 4].map((attempts) => settle(outcome, { attempts }))
    expect(seen).toEqual([again(60), again(300), again(1800), again(7200)])
    expect(settle(outcome, { attempts: 5 })).toMatchObject({ status: 'failed', dueSeconds: null })
  })

  it('spreads retries of simultaneous failures', () => {
    expect(settle({ kind: 'retry', reason: 'busy' }, { random: () => 1 })).toEqual(again(72))
  })

  it('waits as long as the receiver asks, and at least the usual delay', () => {
    expect(settle({ kind: 'retry', reason: 'busy', afterSeconds: 90 })).toEqual(again(90))
    expect(settle({ kind: 'retry', reason: 'busy', afterSeconds: 5 })).toEqual(again(60))
  })

  it('counts no attempt when the provider refuses all messages', () => {
    const outcome: SendOutcome = { kind: 'retry', reason: 'flood', afterSeconds: 30, everyone: true }
    expect(settle(outcome, { attempts: 5 })).toEqual({ ...again(30), isRefunded: true })
    expect(secondsUntil(findPauseEnd(outcome, NOW) ?? null)).toBe(30)
    expect(secondsUntil(findPauseEnd({ kind: 'retry', reason: 'down', everyone: true }, NOW) ?? null)).toBe(
      60,
    )
    expect(findPauseEnd({ kind: 'retry', reason: 'busy', afterSeconds: 30 }, NOW)).toBeUndefined()
  })

  it('never retries a rejected message', () => {
    expect(settle({ kind: 'rejected', reason: 'no such user', gone: true })).toMatchObject({
      status: 'failed',
      dueSeconds: null,
    })
  })

  describe('without an answer', () => {
    const doubt: SendOutcome = { kind: 'uncertain', reason: 'no answer' }
    const unknown = (dueSeconds: number | null) => ({
      status: 'unknown',
      dueSeconds,
      isRefunded: false,
      isUnclear: true,
    })

    it('retries where the receiver detects duplicates', () => {
      expect(settle(doubt, { policy: KEYED })).toEqual(again(60))
    })

    it('retries once where the receiver does not', () => {
      expect(settle(doubt)).toEqual(unknown(60))
      expect(settle(doubt, { attempts: 2, unclear: 1 })).toEqual(unknown(null))
    })

    it('waits ten minutes for the report of a provider that sends reports', () => {
      expect(settle(doubt, { policy: SES })).toEqual(unknown(600))
      expect(settle(doubt, { policy: SES, attempts: 3, unclear: 2 })).toEqual(unknown(600))
      expect(settle(doubt, { policy: SES, attempts: 5, unclear: 4 })).toEqual(unknown(null))
    })
  })
})
