import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OwedAnswers, SilenceLimit } from './silent-server.ts'

function message(type: string, body = ''): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}

const STARTUP = message('', 'user of the database')
const PIPELINED = [message('P', 'select 1'), message('B'), message('E'), message('S')]
const ANSWER = [message('1'), message('2'), message('D', 'Z' + 'S'.repeat(300)), message('C', 'SELECT 1')]
const READY = message('Z', 'I')

/** Passes a stream to a reader in chunks that end at the given positions. */
function inChunks(stream: Buffer, ends: readonly number[], take: (chunk: Buffer) => void): void {
  const places = [...new Set(ends.map((end) => end % stream.length))].sort((a, b) => a - b)
  for (const [position, from] of [0, ...places].entries()) take(stream.subarray(from, places[position]))
}

describe('OwedAnswers', () => {
  it('counts one answer for the startup and one for each query, even when several queries share a write', () => {
    const owed = new OwedAnswers()
    owed.wrote(STARTUP)
    expect(owed.count).toBe(1)
    owed.received(Buffer.concat([message('R', '0000'), READY]))
    expect(owed.count).toBe(0)
    owed.wrote(Buffer.concat([...PIPELINED, ...PIPELINED, message('Q', 'select 2')]))
    expect(owed.count).toBe(3)
    owed.received(Buffer.concat([...ANSWER, READY, ...ANSWER]))
    expect(owed.count).toBe(2)
    owed.received(Buffer.concat([READY, READY]))
    expect(owed.count).toBe(0)
  })

  it('counts the same for every split into chunks', () => {
    const cuts = fc.array(fc.nat(), { maxLength: 20 })
    const property = fc.property(cuts, cuts, (outward, inward) => {
      const owed = new OwedAnswers()
      owed.wrote(STARTUP)
      inChunks(Buffer.concat([...PIPELINED, ...PIPELINED]), outward, (chunk) => owed.wrote(chunk))
      expect(owed.count).toBe(3)
      inChunks(Buffer.concat([READY, ...ANSWER, READY]), inward, (chunk) => owed.received(chunk))
      expect(owed.count).toBe(1)
    })
    fc.assert(property)
  })
})

describe('SilenceLimit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const SILENCE_MS = 1000
  /** Far more than the limit and the time that a late answer gets. */
  const LONG_MS = 60_000
  it.each([
    ['no answer', 1, []],
    ['one of two answers', 1, [READY]],
    ['both answers', 0, [READY, READY]],
  ])('after two queries and %s gives up %i times', (_, times, answers) => {
    const giveUp = vi.fn()
    const limit = new SilenceLimit(SILENCE_MS, giveUp)
    limit.wrote(STARTUP)
    limit.received(READY)
    limit.wrote(Buffer.concat([...PIPELINED, ...PIPELINED]))
    for (const answer of answers) limit.received(answer)
    vi.advanceTimersByTime(LONG_MS)
    expect(giveUp).toHaveBeenCalledTimes(times)
  })

  it('begins anew with each part of an answer, and not with a further query', () => {
    const giveUp = vi.fn()
    const limit = new SilenceLimit(SILENCE_MS, giveUp)
    limit.wrote(STARTUP)
    for (let part = 0; part < 5; part++) {
      vi.advanceTimersByTime(SILENCE_MS - 1)
      limit.received(message('R', '0000'))
    }
    expect(giveUp).not.toHaveBeenCalled()
    for (let query = 0; query < 5; query++) {
      vi.advanceTimersByTime(SILENCE_MS - 1)
      limit.wrote(message('Q', 'select 1'))
    }
    expect(giveUp).toHaveBeenCalledOnce()
  })

  it('without a limit waits for ever', () => {
    const giveUp = vi.fn()
    new SilenceLimit(undefined, giveUp).wrote(STARTUP)
    vi.advanceTimersByTime(LONG_MS)
    expect(giveUp).not.toHaveBeenCalled()
  })
})
