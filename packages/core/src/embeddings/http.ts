import { unavailable } from '@pauta/platform/errors'
import { readBounded } from '@pauta/platform/input/read-bounded'
import type { EmbeddingModel, EmbeddingPurpose } from './embedding-model.ts'
import { BATCH_SIZE, checkVectors, PROTOCOLS, RequestRefused, type EmbeddingProtocol } from './protocols.ts'

const ATTEMPTS = 3
const FIRST_DELAY_MS = 200
const TIMEOUT_MS = 15_000

/** Largest reply in bytes. 32 vectors of 768 numbers need less than 1 MB as text. */
const REPLY_MAX_BYTES = 4 * 1024 * 1024

export interface HttpModelOptions {
  protocol: EmbeddingProtocol
  url: string
  model: string
  /** Bearer token; blank when the service needs none. */
  token: string
  maxDistance: number
  /** Requested size of the vectors, for models that can shorten them. */
  dimensions?: number | undefined
  /** Prefix of each text of that purpose. Models of the E5 family need it. */
  queryPrefix: string
  passagePrefix: string
  /** Milliseconds per attempt, when shorter than usual: for a search that a reader waits for. */
  timeoutMs?: number
  attempts?: number
}

async function post(options: HttpModelOptions, texts: readonly string[]): Promise<Float32Array[]> {
  const protocol = PROTOCOLS[options.protocol]
  const { url, body } = protocol.makeRequest(options, texts)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.token === '' ? {} : { authorization: `Bearer ${options.token}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    const retryable = response.status === 429 || response.status >= 500
    const reason = `the embedding service answered ${response.status}`
    throw retryable ? new Error(reason) : new RequestRefused(reason)
  }
  const reply: unknown = JSON.parse((await readBounded(response.body, REPLY_MAX_BYTES)).toString('utf8'))
  const vectors = protocol.readReply(reply)
  checkVectors(vectors, texts.length)
  return vectors.map((values) => Float32Array.from(values))
}

/** Waits with full jitter: a random time below the doubled delay, so that callers do not retry together. */
const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_DELAY_MS * 2 ** attempt))

async function postWithRetry(options: HttpModelOptions, texts: readonly string[]): Promise<Float32Array[]> {
  const attempts = options.attempts ?? ATTEMPTS
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(options, texts)
    } catch (error) {
      // Connection errors, time-outs and broken bodies are retried. A refused request is not.
      if (error instanceof RequestRefused) throw error
      if (attempt >= attempts) throw unavailable('embedding', error)
      await pause(attempt)
    }
  }
}

/** Returns a model that calls a service with one of the protocols, in batches. */
export function httpModel(options: HttpModelOptions): EmbeddingModel {
  const prefixes: Record<EmbeddingPurpose, string> = {
    query: options.queryPrefix,
    passage: options.passagePrefix,
  }
  return {
    name: options.model,
    textsAtOnce: BATCH_SIZE,
    maxDistanceOf: () => options.maxDistance,
    async embed(texts, purpose) {
      const vectors: Float32Array[] = []
      for (let start = 0; start < texts.length; start += BATCH_SIZE) {
        const batch = texts.slice(start, start + BATCH_SIZE).map((text) => prefixes[purpose] + text)
        vectors.push(...(await postWithRetry(options, batch)))
      }
      return vectors
    },
  }
}
