import type { ServerResponse } from 'node:http'
import type { SiteReply } from './news-sites.ts'
import { encodeWindows1252 } from './windows-1252.ts'

const ENDLESS_PIECE = Buffer.alloc(16_384, '<p>')
const CUT_OFF_BYTES = 200

function sendEndless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  const write = () => {
    while (!response.destroyed && response.write(ENDLESS_PIECE));
  }
  response.on('drain', write)
  write()
}

/** Sends an answer over HTTP, in the way that its trouble asks for. */
export function sendReply(response: ServerResponse, { answer, delivery }: SiteReply): void {
  if (delivery === 'hang-up') {
    response.destroy()
    return
  }
  if (delivery === 'endless') {
    sendEndless(response)
    return
  }
  if (delivery === 'cut-off') {
    const bytes = Buffer.from(answer.body)
    response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length })
    response.write(bytes.subarray(0, CUT_OFF_BYTES), () => response.destroy())
    return
  }
  const { body } = answer
  response.writeHead(answer.status, answer.headers)
  response.end(delivery === 'wrong-charset' && typeof body === 'string' ? encodeWindows1252(body) : body)
}
