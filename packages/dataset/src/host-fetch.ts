import { setTimeout as delay } from 'node:timers/promises'
import { readRetryAfter } from '@pauta/platform/outbound/retry-after'

const ATTEMPTS = 4
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 60_000
const TIMEOUT_MS = 60_000
const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** More than a page of 100 rows of the longest articles, or a whole shard. */
const ANSWER_MAX_BYTES = 256 * 1024 * 1024
/** Statuses of answers without a body; the Response constructor throws if one is given. */
const WITHOUT_BODY = new Set([204, 205, 304])

export interface HostFetchOptions {
  /** Aborts requests and the pauses between attempts. */
  signal: AbortSignal
  attempts?: number
  firstDelayMs?: number
  /** Maximum size of an answer; 256 MB by default. */
  answerMaxBytes?: number
}

/** The answer exceeds the maximum. A retry would return the same answer. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

const isWorthAnotherTry = (status: number) => status === 408 || status === 429 || status >= 500

/** Returns the pause that the host asks for, in milliseconds and at most a minute, or undefined. */
function readPause({ headers }: Response): number | undefined {
  const milliseconds = readRetryAfter(headers.get('retry-after'), new Date())
  return milliseconds === undefined ? undefined : Math.min(milliseconds, MAX_DELAY_MS)
}

/** Reads an answer to its end and returns a copy. Throws AnswerTooLarge. */
async function readWhole(response: Response, maxBytes: number): Promise<Response> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new AnswerTooLarge(`${response.url} answered more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  const { status, statusText, headers, url } = response
  const body = WITHOUT_BODY.has(status) ? null : new Blob(chunks)
  const whole = new Response(body, { status, statusText, headers })
  // A constructed Response has no URL, and error messages need it.
  Object.defineProperty(whole, 'url', { value: url })
  return whole
}

async function tryOnce(
  input: string | URL | Request,
  init: RequestInit | undefined,
  { signal, answerMaxBytes = ANSWER_MAX_BYTES }: HostFetchOptions,
): Promise<Response> {
  const timeoutMs = init?.method === 'PUT' ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS
  const signals = [signal, AbortSignal.timeout(timeoutMs)]
  if (init?.signal) signals.push(init.signal)
  return await readWhole(await fetch(input, { ...init, signal: AbortSignal.any(signals) }), answerMaxBytes)
}

const addressOf = (input: string | URL | Request) =>
  new URL(input instanceof Request ? input.url : input).origin

/**
 * Returns a `fetch` with a time-out and a size limit for each attempt. Retries when the host is unreachable, busy (429)
 * or failing (5xx), after the pause that the host asks for, or a random one that doubles. Returns the last answer.
 * Every request must be repeatable: a commit names its parent.
 */
export function makeHostFetch(options: HostFetchOptions): typeof fetch {
  const { signal, attempts = ATTEMPTS, firstDelayMs = FIRST_DELAY_MS } = options
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts
      let pauseMs = Math.random() * firstDelayMs * 2 ** attempt
      try {
        const response = await tryOnce(input, init, options)
        if (last || !isWorthAnotherTry(response.status)) return response
        pauseMs = readPause(response) ?? pauseMs
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof AnswerTooLarge) throw error
        if (last || init?.signal?.aborted)
          throw new Error(`the dataset host cannot be reached at ${addressOf(input)}`, { cause: error })
      }
      await delay(pauseMs, undefined, { signal })
    }
  }
}
