import { gunzipSync, gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import { readWarc, writeWarc, type ReceivedPage } from './warc.ts'

const AT = new Date('2026-11-24T01:02:03.456Z')
const ADDRESS = 'https://www.gov.br/mec/pt-br/assuntos/noticias/educação?x=1'
/** Bytes of windows-1252, a line end of HTTP, and a zero: none of them may change. */
const BYTES = Buffer.from([0x3c, 0x70, 0x3e, 0xe7, 0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0xff])
const HEADERS = {
  'content-type': 'text/html; charset=iso-8859-1',
  etag: '"a1"',
  'content-encoding': 'gzip',
  'transfer-encoding': 'chunked',
  'content-length': '7',
  'set-cookie': 'session=1',
}
const page = (changes: Partial<ReceivedPage['answer']> = {}): ReceivedPage => ({
  address: ADDRESS,
  at: AT,
  answer: { status: 200, headers: new Headers(HEADERS), bytes: BYTES, ...changes },
})

async function recordOf(received: ReceivedPage): Promise<{ head: string; body: Buffer }> {
  const bytes = gunzipSync(await writeWarc(received))
  const end = bytes.indexOf('\r\n\r\n') + 4
  return { head: bytes.subarray(0, end).toString(), body: bytes.subarray(end) }
}

describe('a page as a WARC record', () => {
  it('comes back as it was received', async () => {
    const { address, at, answer } = await readWarc(await writeWarc(page()))
    expect({ address, at, status: answer.status }).toEqual({
      address: new URL(ADDRESS).href,
      at: AT,
      status: 200,
    })
    expect(Buffer.from(answer.bytes)).toEqual(BYTES)
    expect(answer.headers.get('content-type')).toBe(HEADERS['content-type'])
  })

  it('keeps the headers that say something of the page', async () => {
    const kept = {
      'content-language': 'pt-BR',
      date: 'Tue, 24 Nov 2026 01:02:03 GMT',
      'last-modified': 'Mon, 23 Nov 2026 01:02:03 GMT',
      server: 'nginx',
    }
    const { answer } = await readWarc(
      await writeWarc(page({ headers: new Headers({ ...HEADERS, ...kept }) })),
    )
    const { 'content-type': type, etag } = HEADERS
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...kept,
      'content-type': type,
      etag,
      // That of the body as it is kept.
      'content-length': String(BYTES.length),
    })
  })

  it('names the address, the instant, the length and both digests', async () => {
    const { head, body } = await recordOf(page())
    const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest()
    const [first, ...lines] = head.trimEnd().split('\r\n')
    const fields = new Map(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
    expect(first).toBe('WARC/1.1')
    expect(Object.fromEntries(fields)).toMatchObject({
      'WARC-Type': 'response',
      'WARC-Target-URI': 'https://www.gov.br/mec/pt-br/assuntos/noticias/educa%C3%A7%C3%A3o?x=1',
      'WARC-Date': '2026-11-24T01:02:03.456Z',
      'Content-Type': 'application/http; msgtype=response',
      'WARC-Payload-Digest': `sha1:${base32(sha1(BYTES))}`,
    })
    const length = Number(fields.get('Content-Length'))
    const block = body.subarray(0, length)
    expect(fields.get('WARC-Block-Digest')).toBe(`sha1:${base32(sha1(block))}`)
    // Two line ends close a record, and nothing follows.
    expect(body.subarray(length).toString()).toBe('\r\n\r\n')
  })

  it.each([
    [200, 'HTTP/1.1 200 OK'],
    [203, 'HTTP/1.1 203 Non-Authoritative Information'],
  ])('has the status line of the answer %i', async (status, line) => {
    const { body } = await recordOf(page({ status }))
    expect(body.toString('latin1').split('\r\n')[0]).toBe(line)
  })

  it('has the headers of the page alone, and the length of the body that is kept', async () => {
    const { body } = await recordOf(page())
    const block = body.toString('latin1')
    expect(block.slice(0, block.indexOf('\r\n\r\n')).split('\r\n').slice(1)).toEqual([
      'Content-Type: text/html; charset=iso-8859-1',
      'ETag: "a1"',
      'Content-Length: 10',
    ])
  })

  it('stays readable when records are joined to one archive', async () => {
    const archive = Buffer.concat([
      await writeWarc(page()),
      await writeWarc({ ...page(), address: 'https://www.gov.br/mec/b' }),
    ])
    const addresses: (string | null)[] = []
    for await (const record of new WARCParser([new Uint8Array(archive)])) {
      addresses.push(record.warcTargetURI ?? null)
      expect(Buffer.from(await record.readFully(false))).toEqual(BYTES)
    }
    expect(addresses).toEqual([new URL(ADDRESS).href, 'https://www.gov.br/mec/b'])
  })

  it('refuses an archive without an answer, and bytes that are no archive', async () => {
    await expect(readWarc(gzipSync(''))).rejects.toThrow('no response record')
    await expect(readWarc(Buffer.from('<html>'))).rejects.toThrow('incorrect header check')
  })

  it.each([
    ['its address', /WARC-Target-URI: .*\r\n/],
    ['its time', /WARC-Date: .*\r\n/],
    ['the headers of the page', /(?<=Content-Length: )\d+\r\n\r\n[^]*(?=\r\n\r\n$)/],
  ])('refuses an answer without %s', async (_, part) => {
    const archive = gunzipSync(await writeWarc(page())).toString('latin1')
    const rest = archive.replace(part, (found) => (/^\d/.test(found) ? '0\r\n' : ''))
    expect(rest.length).toBeLessThan(archive.length)
    await expect(readWarc(gzipSync(Buffer.from(rest, 'latin1')))).rejects.toThrow('no response record')
  })
})

/** RFC 4648, without padding: SHA-1 has 32 letters. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(five, 2)])
    .join('')
}
