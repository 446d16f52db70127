import { describe, expect, it } from 'vitest'
import { readReleaseMessage, writeReleaseMessage, type ReleaseMessage } from './messages.ts'

describe('a message of the release queue', () => {
  it.each<ReleaseMessage>([
    { kind: 'due', clippingId: 'a', nextRunAt: new Date('2026-06-01T11:00:00Z') },
    { kind: 'manual', clippingId: 'a', requestedAt: new Date('2026-06-01T11:00:00.123Z') },
  ])('reads as it was written: $kind', (message) => {
    expect(readReleaseMessage(writeReleaseMessage(message))).toEqual(message)
  })

  it('may carry more than this version knows', () => {
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
  ])('is refused: %s', (text) => {
    expect(() => readReleaseMessage(text)).toThrow(/JSON|invalid|Invalid/)
  })
})
