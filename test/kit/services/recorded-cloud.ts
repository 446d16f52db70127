import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** An answer of AWS: an object for JSON, a text for the inside of an XML answer, or an error with its status. */
type RecordedAnswer = Record<string, unknown> | string

/** A server in place of AWS. It answers the requests that a test has recorded and refuses all others. */
export interface RecordedCloud {
  /** Replaces the answers, and forgets the calls. Keys: `ec2 DescribeVpcs`, `lambda GET /path`. */
  answer(answers: Record<string, RecordedAnswer>): void
  /** The keys of the calls so far. */
  calls(): string[]
  /** The parameters of each call of that key. */
  parametersOf(key: string): Record<string, unknown>[]
  /** Variables that point the SDK to this server, with invalid credentials. */
  environment: Record<string, string>
  stop(): Promise<void>
}

interface Call {
  key: string
  parameters: Record<string, unknown>
  isXml: boolean
}

/** The query protocol of EC2 and RDS sends the action in the form, AWS JSON in a header, and REST in the path. */
function readCall({ headers, method, url }: IncomingMessage, body: string): Call {
  const service = /\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/.exec(headers.authorization ?? '')?.[1] ?? 'unsigned'
  const target = headers['x-amz-target']
  if (typeof target === 'string') {
    const parameters = JSON.parse(body) as Record<string, unknown>
    const subject = [parameters['ServiceCode'], parameters['QuotaCode']].filter(Boolean).join('/')
    return { key: `${service} ${target.split('.').at(-1)} ${subject}`.trim(), parameters, isXml: false }
  }
  if (headers['content-type']?.includes('x-www-form-urlencoded')) {
    const parameters = Object.fromEntries(new URLSearchParams(body))
    return { key: `${service} ${String(parameters['Action'])}`, parameters, isXml: true }
  }
  const path = new URL(url ?? '/', 'http://cloud').pathname.replace(/\/$/, '')
  return {
    key: `${service} ${method} ${path}`,
    parameters: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
    isXml: false,
  }
}

/** RDS wraps an answer in a result element; EC2 does not. */
function wrapXml(key: string, inside: string): string {
  const [service, action] = key.split(' ')
  const content = service === 'rds' ? `<${action}Result>${inside}</${action}Result>` : inside
  return `<${action}Response>${content}</${action}Response>`
}

function describeError(isXml: boolean, code: string): string {
  return isXml
    ? `<Response><Errors><Error><Code>${code}</Code><Message>refused</Message></Error></Errors></Response>`
    : JSON.stringify({ __type: code, message: 'refused' })
}

export async function startRecordedCloud(): Promise<RecordedCloud> {
  let answers: Record<string, RecordedAnswer> = {}
  let calls: Call[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = readCall(request, body)
      calls.push(call)
      const answer = answers[call.key] ?? { status: 400, error: `NotRecorded: ${call.key}` }
      const { status, error } = typeof answer === 'string' ? {} : answer
      if (typeof error === 'string')
        return response
          .writeHead(Number(status), {
            'content-type': call.isXml ? 'text/xml' : 'application/json',
            'x-amzn-errortype': error,
          })
          .end(describeError(call.isXml, error))
      return response
        .writeHead(200, { 'content-type': call.isXml ? 'text/xml' : 'application/json' })
        .end(typeof answer === 'string' ? wrapXml(call.key, answer) : JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    answer(given) {
      answers = given
      calls = []
    },
    calls: () => calls.map(({ key }) => key),
    parametersOf: (key) => calls.filter((call) => call.key === key).map(({ parameters }) => parameters),
    environment: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${address.port}`,
      AWS_ACCESS_KEY_ID: 'key-of-nobody',
      AWS_SECRET_ACCESS_KEY: 'secret-of-nobody',
      AWS_REGION: 'us-east-2',
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
