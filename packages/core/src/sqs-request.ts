import { readAwsAccess } from './config.ts'
import { signRequest } from './signature.ts'

const TIMEOUT_MS = 5000
const ATTEMPTS = 4
const FIRST_DELAY_MS = 100
const HTTP_TOO_MANY_REQUESTS = 429
const HTTP_SERVER_ERROR = 500

/** Parameters of an action, as SQS names them. */
interface SqsInput {
  QueueUrl: string
  [parameter: string]: unknown
}

/** An answer that another try may change. */
class Retryable extends Error {}

/** Full jitter: the delay lies anywhere below the doubled one, so that callers do not come back together. */
const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_DELAY_MS * 2 ** attempt))

async function post(action: string, input: SqsInput): Promise<unknown> {
  // Read for each request: Lambda's keys may be others tomorrow.
  const access = readAwsAccess()
  const url = new URL('/', access.queueEndpoint === '' ? input.QueueUrl : access.queueEndpoint)
  const body = JSON.stringify(input)
  const amzDate = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '')
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': amzDate,
    'x-amz-target': `AmazonSQS.${action}`,
    ...(access.sessionToken === '' ? {} : { 'x-amz-security-token': access.sessionToken }),
  }
  const authorization = signRequest(
    { method: 'POST', url, headers: { ...headers, host: url.host }, body },
    { ...access, service: 'sqs' },
    amzDate,
  )
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, authorization },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  // Actions that have nothing to tell answer with an empty body.
  if (response.ok) return text === '' ? {} : JSON.parse(text)
  const message = `SQS answered ${response.status} to ${action}: ${text.slice(0, 500)}`
  const mayPass = response.status === HTTP_TOO_MANY_REQUESTS || response.status >= HTTP_SERVER_ERROR
  throw mayPass ? new Retryable(message) : new Error(message)
}

/**
 * Calls an action of SQS by its JSON protocol. The SDK's client is 320 KB when minified, a third of what the GraphQL
 * function may weigh; this is all that we need of it. Tries four times; throws what the last try met.
 */
export async function callSqs(action: string, input: SqsInput): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(action, input)
    } catch (error) {
      // fetch reports a connection that failed as a TypeError and one that took too long as a DOMException.
      const mayPass =
        error instanceof Retryable || error instanceof TypeError || error instanceof DOMException
      if (!mayPass || attempt >= ATTEMPTS) throw error
      await pause(attempt)
    }
  }
}
