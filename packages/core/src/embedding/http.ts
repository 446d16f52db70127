import * as z from 'zod'
import { EMBEDDING_DIMENSIONS } from '../articles/document.ts'
import { unavailable } from '../errors.ts'
import { readBounded } from '../outbound/read-bounded.ts'
import type { EmbeddingModel } from './embedding-model.ts'

const BATCH_SIZE = 32
const TIMEOUT_MS = 15_000
const ATTEMPTS = 3
const FIRST_DELAY_MS = 200

/** 32 vectors of 768 numbers written out in full take less than 1 MB. */
const REPLY_MAX_BYTES = 4 * 1024 * 1024

const replySchema = z.object({
  embeddings: z.array(
    z
      .array(z.number())
      .length(EMBEDDING_DIMENSIONS)
      // A vector of zeros has no direction: its cosine with anything is not a number.
      .refine((values) => values.some((value) => value !== 0), 'must not be all zeros'),
  ),
})

export interface HttpModelOptions {
  url: string
  model: string
  token: string
  /** Shorter for a search that a reader waits for. */
  timeoutMs?: number
  attempts?: number
}

/** The service does not take the request, and will not the next time. For operators alone: callers learn nothing of it. */
class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
}

async function post(options: HttpModelOptions, texts: readonly string[]): Promise<Float32Array[]> {
  const response = await fetch(options.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.token === '' ? {} : { authorization: `Bearer ${options.token}` }),
    },
    body: JSON.stringify({ texts }),
    signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    const retryable = response.status === 429 || response.status >= 500
    const reason = `the embedding service answered ${response.status}`
    throw retryable ? new Error(reason) : new RequestRefused(reason)
  }
  const reply: unknown = JSON.parse((await readBounded(response, REPLY_MAX_BYTES)).toString('utf8'))
  const { embeddings } = replySchema.parse(reply)
  if (embeddings.length !== texts.length) {
    throw new Error(`the embedding service answered ${embeddings.length} vectors for ${texts.length} texts`)
  }
  return embeddings.map((values) => Float32Array.from(values))
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

/** A service that answers `POST {"texts": […]}` with `{"embeddings": [[768 numbers] …]}`, asked in batches of 32. */
export function httpModel(options: HttpModelOptions): EmbeddingModel {
  return {
    name: options.model,
    async embed(texts) {
      const vectors: Float32Array[] = []
      for (let start = 0; start < texts.length; start += BATCH_SIZE) {
        vectors.push(...(await postWithRetry(options, texts.slice(start, start + BATCH_SIZE))))
      }
      return vectors
    },
  }
}
