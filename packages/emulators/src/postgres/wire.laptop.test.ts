import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cString, encodeMessage, encodeQuery, MessageReader, readStartupParameters } from './wire.ts'

function startup(parameters: Record<string, string>): Buffer {
  const body = Buffer.concat([...Object.entries(parameters).flat().map(cString), Buffer.from([0])])
  const header = Buffer.alloc(8)
  header.writeInt32BE(body.length + 8, 0)
  header.writeInt32BE(196_608, 4)
  return Buffer.concat([header, body])
}

describe('the reader', () => {
  it('returns the same messages for every split of the bytes', () => {
    const texts = fc.array(fc.string({ maxLength: 60 }), { maxLength: 8 })
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(texts, cuts, (queries, sizes) => {
        const sent = queries.map((text) => encodeMessage('Q', Buffer.from(text)))
        const bytes = Buffer.concat([startup({ user: 'u' }), ...sent])
        const reader = new MessageReader()
        const found: Buffer[] = []
        for (let offset = 0, n = 0; offset < bytes.length; n += 1) {
          const size = sizes[n % sizes.length] ?? 1
          reader.append(bytes.subarray(offset, offset + size))
          offset += size
          for (let message = reader.next(); message; message = reader.next()) {
            if (message.type === 'startup') reader.markStarted()
            else found.push(Buffer.from(message.bytes))
          }
        }
        expect(found).toEqual(sent)
      }),
    )
  })

  it('refuses message lengths that no client sends', () => {
    const reader = new MessageReader()
    reader.append(Buffer.from('GET / HTTP/1.1\r\n'))
    expect(() => reader.next()).toThrow('message of')
    const started = new MessageReader()
    started.markStarted()
    started.append(Buffer.from([0x51, 0, 0, 0, 1]))
    expect(() => started.next()).toThrow('message of')
  })
})

it('reads the parameters of a startup message', () => {
  const parameters = { user: 'ana', database: 'postgres', application_name: 'é' }
  expect(Object.fromEntries(readStartupParameters(startup(parameters)))).toEqual(parameters)
})

it('encodes a query as the protocol writes it', () => {
  expect(encodeQuery('a')).toEqual(Buffer.from([0x51, 0, 0, 0, 6, 0x61, 0]))
})
