import type { IncomingMessage } from 'node:http'
import { readBounded } from '@pauta/platform/input/read-bounded'

const BODY_MAX_BYTES = 256 * 1024 * 1024

/** An answer of the emulator. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Objects are sent as JSON. */
  body?: object | string | Uint8Array
}

export interface HubRequest {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  readBody: () => Promise<Buffer>
}

/** An error in the hub's format. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, message: string, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const readBody = (request: IncomingMessage): Promise<Buffer> =>
  readBounded(request, BODY_MAX_BYTES, () => new Refusal(413, 'Payload too large'))

/** Returns the bytes of `Range: bytes=a-b`, or the whole content without a range. */
export function replyRange(
  content: Buffer,
  range: string | undefined,
  headers: Record<string, string>,
): Reply {
  const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '')
  if (!match) return { status: 200, headers: { ...headers, 'accept-ranges': 'bytes' }, body: content }
  const start = Number(match[1])
  const end = Math.min(match[2] ? Number(match[2]) : content.length - 1, content.length - 1)
  if (start > end) {
    const unsatisfiable = { ...headers, 'content-range': `bytes */${content.length}` }
    // The client reads a file's size from a range answer, and an empty file has no range.
    return { status: 416, headers: unsatisfiable }
  }
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${content.length}` },
    body: content.subarray(start, end + 1),
  }
}
