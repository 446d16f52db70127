import { unavailable } from '@pauta/platform/errors'
import { readBounded } from '@pauta/platform/outbound/read-bounded'
import type { EmbeddingModel, EmbeddingPurpose } from './embedding-model.ts'
import { checkVectors, PROTOCOLS, RequestRefused, type EmbeddingProtocol } from './protocols.ts'

const BATCH_SIZE = 32
const TIMEOUT_MS = 15_000
const ATTEMPTS = 3
const FIRST_DELAY_MS = 200

/** 32 vectors of 768 numbers written out in full take less than 1 MB. */
const REPLY_MAX_BYTES = 4 * 1024 * 1024

export interface HttpModelOptions {
  protocol: EmbeddingProtocol
  url: string
  model: string
  /** Bearer token; blank where the service asks for none. */
  token: string
  maxDistance: number
  /** Asked of models that can shorten their vectors. */
  dimensions?: number | undefined
  /** Put before each text of that purpose, as models of the E5 family want it. */
  queryPrefix: string
  passagePrefix: string
  /** Shorter for a search that a reader waits for. */
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
  const reply: unknown = JSON.parse((await readBounded(response, REPLY_MAX_BYTES)).toString('utf8'))
  const vectors = protocol.readReply(reply)
  checkVectors(vectors, texts.length)
  return vectors.map((values) => Float32Array.from(values))
}

/** Full jitter: the delay lies anywhere below the doubled one, so that callers do not come back together. */
const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_DELAY_MS * 2 ** attempt))

async function postWithRetry(options: HttpModelOptions, texts: readonly string[]): Promise<Float32Array[]> {
  const attempts = options.attempts ?? ATTEMPTS
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(options, texts)
    } catch (error) {
      // A refused connection, a time-out and a broken body are all worth another try; a refused request is not.
      if (error instanceof RequestRefused) throw error
      if (attempt >= attempts) throw unavailable('embedding', error)
      await pause(attempt)
    }
  }
}

/** A service that speaks one of the protocols, asked in batches of 32. */
export function httpModel(options: HttpModelOptions): EmbeddingModel {
  const prefixes: Record<EmbeddingPurpose, string> = {
    query: options.queryPrefix,
    passage: options.passagePrefix,
  }
  return {
    name: options.model,
    maxDistance: options.maxDistance,
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
