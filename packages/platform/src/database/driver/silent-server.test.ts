import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OwedAnswers } from './silent-server.ts'

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
