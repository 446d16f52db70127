import { setTimeout as delay } from 'node:timers/promises'

const ATTEMPTS = 4
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 60_000
const TIMEOUT_MS = 60_000
const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** A hundred rows of the longest articles that there are, or a whole shard. */
const ANSWER_MAX_BYTES = 256 * 1024 * 1024
/** Statuses that carry no body, which a Response refuses to be given one for. */
const WITHOUT_BODY = new Set([101, 204, 205, 304])

export interface HostFetchOptions {
  /** Ends every call, and the pauses between tries. */
  signal: AbortSignal
  attempts?: number
  firstDelayMs?: number
  /** An answer that is longer is given up; 256 MB where nothing is said. */
  answerMaxBytes?: number
}

/** The host answered with more than anything that is asked of it can be: asking again would bring the same. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

const isWorthAnotherTry = (status: number) => status === 408 || status === 429 || status >= 500

/** The pause that the host asks for, in seconds or as a date; undefined when it asks for none. */
function readRetryAfter(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, Math.min(ms, MAX_DELAY_MS)) : undefined
}

/** The same answer, read to its end. Throws AnswerTooLarge. */
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
  // A Response of one's own has none, and errors name it.
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
 * `fetch` with a time-out and a size limit for every try. A host that cannot be reached, is busy (429) or in trouble
 * (5xx) is tried again, after the pause that it asks for or a random one that doubles; its last answer is the caller's.
 * Every call that goes through it may be made twice: a commit names its parent.
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
        pauseMs = readRetryAfter(response) ?? pauseMs
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
