import { STATUS_CODES } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import { WARCParser, WARCRecord, WARCSerializer } from 'warcio'
import type { Answer } from '../fetch/answer.ts'

/**
 * Headers of an answer that say something of the page. Others are of the connection, of sessions, or of the body's
 * encoding, which was decoded.
 */
const KEPT_HEADERS = ['Content-Type', 'Content-Language', 'Date', 'Last-Modified', 'ETag', 'Server'] as const
/** A page of five megabytes, the fetcher's limit, with its headers. */
const RECORD_MAX_BYTES = 6 * 1024 * 1024

/** A page as a site answered: the body is decompressed and not decoded. */
export interface ReceivedPage {
  /** Address that answered, after redirects. */
  address: string
  at: Date
  answer: Answer
}

/**
 * Returns a page as one gzipped response record of WARC 1.1 (ISO 28500). Records may be joined to longer archives, and
 * tools for web archives read both. Content-Length is that of the decompressed body.
 */
export async function writeWarc({ address, at, answer }: ReceivedPage): Promise<Uint8Array> {
  const { status, headers, bytes } = answer
  const kept = KEPT_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const record = WARCRecord.create(
    {
      warcVersion: 'WARC/1.1',
      type: 'response',
      url: address,
      date: at.toISOString(),
      statusline: `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      httpHeaders: [...kept, ['Content-Length', String(bytes.length)]],
    },
    [bytes],
  )
  // Archives name SHA-1 in base 32 by custom. The library's own gzip loses errors.
  const digest = { algo: 'sha-1', prefix: 'sha1:', base32: true }
  return gzipSync(await WARCSerializer.serialize(record, { digest }), { level: 9 })
}

/** Reads the first response record of an archive. Throws when there is none. */
export async function readWarc(archive: Uint8Array): Promise<ReceivedPage> {
  const bytes = gunzipSync(archive, { maxOutputLength: RECORD_MAX_BYTES })
  for await (const record of new WARCParser([bytes])) {
    if (record.warcType !== 'response') continue
    const { warcTargetURI, warcDate, httpHeaders } = record
    if (!warcTargetURI || !warcDate || !httpHeaders) break
    const answer = {
      status: Number(httpHeaders.statusCode),
      headers: new Headers([...httpHeaders.headers]),
      bytes: await record.readFully(false),
    }
    return { address: warcTargetURI, at: new Date(warcDate), answer }
  }
  throw new Error('the archive has no response record')
}
