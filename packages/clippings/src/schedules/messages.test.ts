import { describe, expect, it } from 'vitest'
import { readReleaseMessage, writeReleaseMessage, type ReleaseMessage } from './messages.ts'

describe('a message of the release queue', () => {
  it.each<ReleaseMessage>([
    { kind: 'due', clippingId: 'a', nextRunAt: new Date('2026-06-01T11:00:00Z') },
    { kind: 'manual', clippingId: 'a', requestedAt: new Date('2026-06-01T11:00:00.123Z') },
  ])('round-trips a $kind message', (message) => {
    expect(readReleaseMessage(writeReleaseMessage(message))).toEqual(message)
  })

  it('ignores unknown properties of a later version', () => {
    const text = '{"kind":"due","clippingId":"a","nextRunAt":"2026-06-01T08:00:00-03:00","later":1}'
    expect(readReleaseMessage(text)).toEqual({
      kind: 'due',
      clippingId: 'a',
      nextRunAt: new Date('2026-06-01T11:00:00Z'),
    })
  })

  it.each([
    '',
    '{}',
    '{"kind":"due","clippingId":"a"}',
    '{"kind":"due","clippingId":"","nextRunAt":"2026-06-01"}',
  ])('refuses %s', (text) => {
    expect(() => readReleaseMessage(text)).toThrow(/JSON|invalid|Invalid/)
  })
})
