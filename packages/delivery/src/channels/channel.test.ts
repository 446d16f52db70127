import { expect, it } from 'vitest'
import { outcomeOf, readDelay, retryAllLater, retryLater, shortKey } from './channel.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

it.each([
  ['120', 120],
  [' 0 ', 0],
  ['Mon, 01 Jun 2026 12:01:30 GMT', 90],
  // Past dates give 0 seconds; dates beyond a day give a day.
  ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
  ['Tue, 01 Jun 2027 12:00:00 GMT', 86_400],
  ['9999999', 86_400],
  ['', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('reads Retry-After %j as %s seconds', (value, seconds) => {
  expect(readDelay(value, NOW)).toBe(seconds)
})

it.each([
  ['answered', { kind: 'sent' }],
  ['refused', { kind: 'rejected', reason: 'x' }],
  ['unreached', { kind: 'retry', reason: 'x' }],
  ['unanswered', { kind: 'uncertain', reason: 'x' }],
])('a request that is %s is %j', (kind, outcome) => {
  expect(outcomeOf({ kind, reason: 'x' } as never, () => ({ kind: 'sent' }))).toEqual(outcome)
})

it('a retry has the delay that a provider asked for, if it did', () => {
  expect(retryLater('x', undefined)).toEqual({ kind: 'retry', reason: 'x' })
  expect(retryLater('x', 0)).toEqual({ kind: 'retry', reason: 'x', afterSeconds: 0 })
  expect(retryAllLater('x', undefined)).toEqual({ kind: 'retry', reason: 'x', everyone: true })
  expect(retryAllLater('x', 5)).toEqual({ kind: 'retry', reason: 'x', everyone: true, afterSeconds: 5 })
})

it.each([
  ['a', true],
  ['x'.repeat(32), true],
  ['x'.repeat(33), false],
  ['a/b', false],
  ['', false],
])('%j is a key itself: %s', (id, isItself) => {
  const key = shortKey(id)
  expect(key === id).toBe(isItself)
  expect(key).toMatch(isItself ? /^[\w-]{1,32}$/ : /^[\w-]{32}$/)
})
