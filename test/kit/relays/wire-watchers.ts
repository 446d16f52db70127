/** Reads the bytes of a client, in order, and names each request that they begin or complete. */
export type Watcher<Call = string> = (bytes: Buffer) => Call[]

const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** Messages of the PostgreSQL protocol that run a statement: Query, and Execute of a prepared one. */
export function watchPostgres(): Watcher {
  let buffer: Buffer = Buffer.alloc(0)
  let started = false
  return (bytes) => {
    buffer = buffer.length === 0 ? bytes : Buffer.concat([buffer, bytes])
    const seen: string[] = []
    for (;;) {
      // The first message of a connection has a length but no type.
      const header = started ? TYPE_BYTES : 0
      if (buffer.length < header + LENGTH_BYTES) return seen
      const length = buffer.readInt32BE(header)
      if (buffer.length < header + length) return seen
      const type = started ? String.fromCharCode(buffer[0] ?? 0) : ''
      if (type === 'Q') seen.push('Query')
      if (type === 'E') seen.push('Execute')
      buffer = buffer.subarray(header + length)
      started = true
    }
  }
}

const REQUEST_LINE = /(GET|POST|PUT|PATCH|DELETE) (\/[^ ?]*)\S* HTTP\/1\.1\r\n/g
// Longer than any request line that we send, so that a line cut by a packet is read completely.
const REMEMBERED_CHARACTERS = 2048

/** HTTP request lines, such as `POST /multi_search`. JSON has no raw line break, so a body contains none. */
export function watchHttp(): Watcher {
  let rest = ''
  return (bytes) => {
    rest += bytes.toString('latin1')
    const seen: string[] = []
    let end = 0
    for (const match of rest.matchAll(REQUEST_LINE)) {
      seen.push(`${match[1]} ${match[2]}`)
      end = match.index + match[0].length
    }
    rest = rest.slice(Math.max(end, rest.length - REMEMBERED_CHARACTERS))
    return seen
  }
}

const SEARCH_HEAD = /POST \/multi_search\S* HTTP\/1\.1\r\n(?:[^\r\n]+\r\n)*\r\n/
const CONTENT_LENGTH = /^content-length: *(\d+)/im

/** The searches that a client of the index sends, each as JSON. */
export function watchSearches(): Watcher {
  let rest = ''
  return (bytes) => {
    rest += bytes.toString('latin1')
    const seen: string[] = []
    for (;;) {
      const head = SEARCH_HEAD.exec(rest)
      if (!head) return seen
      const start = head.index + head[0].length
      const end = start + Number(CONTENT_LENGTH.exec(head[0])?.[1])
      if (!(rest.length >= end)) return seen
      const body = JSON.parse(Buffer.from(rest.slice(start, end), 'latin1').toString()) as {
        searches: object[]
      }
      seen.push(...body.searches.map((search) => JSON.stringify(search)))
      rest = rest.slice(end)
    }
  }
}

const AWS_REQUEST = /(?:GET|POST|PUT|DELETE) \S+ HTTP\/1\.1\r\n(?:[^\r\n]+\r\n)*\r\n/g
const SQS_ACTION = /^x-amz-target: *AmazonSQS\.(\w+)/im
// The headers of a signed request fit; older bytes belong to a body.
const REMEMBERED_HEADERS = 16_384

/** Requests to SQS by their action, as `SendMessageBatch`, and to S3 by their method, as `PUT`. */
export function watchAws(): Watcher {
  let rest = ''
  return (bytes) => {
    rest += bytes.toString('latin1')
    const seen: string[] = []
    let end = 0
    for (const match of rest.matchAll(AWS_REQUEST)) {
      seen.push(SQS_ACTION.exec(match[0])?.[1] ?? match[0].slice(0, match[0].indexOf(' ')))
      end = match.index + match[0].length
    }
    rest = rest.slice(Math.max(end, rest.length - REMEMBERED_HEADERS))
    return seen
  }
}
