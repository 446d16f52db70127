import * as z from 'zod'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'

/** The protocol of an embedding service: our own, or OpenAI's, which most model servers support. */
export type EmbeddingProtocol = 'texts' | 'openai'

/** The service refuses the request, and would refuse a retry. Only operators see the message. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
}

/** The request for one batch of texts. */
interface EmbeddingRequest {
  url: string
  body: Record<string, unknown>
}

interface Protocol {
  makeRequest: (options: RequestOptions, texts: readonly string[]) => EmbeddingRequest
  /** Returns the vectors of a reply in the order of the texts. Throws when the reply has another shape. */
  readReply: (reply: unknown) => number[][]
}

interface RequestOptions {
  url: string
  model: string
  /** Requested size of the vectors, for models that can shorten them; undefined for the model's own size. */
  dimensions?: number | undefined
}

const vectorSchema = z.array(z.number())
const textsReplySchema = z.object({ embeddings: z.array(vectorSchema) })
const openaiReplySchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: vectorSchema })),
})

const ENDPOINT = '/embeddings'

/** Most texts of one request. A hosted service computes their vectors in a few seconds. */
export const BATCH_SIZE = 32

/** Accepts the base (`http://host/v1`) or the whole address. */
function endpointOf(url: string): string {
  const base = url.replace(/\/+$/, '')
  return base.endsWith(ENDPOINT) ? base : `${base}${ENDPOINT}`
}

/** `texts`: POST {"texts"} → {"embeddings"}. `openai`: POST /v1/embeddings {"model", "input"} → {"data"}. */
export const PROTOCOLS: Record<EmbeddingProtocol, Protocol> = {
  texts: {
    makeRequest: ({ url }, texts) => ({ url, body: { texts } }),
    readReply: (reply) => textsReplySchema.parse(reply).embeddings,
  },
  openai: {
    makeRequest: ({ url, model, dimensions }, texts) => ({
      url: endpointOf(url),
      body: {
        model,
        input: texts,
        encoding_format: 'float',
        ...(dimensions === undefined ? {} : { dimensions }),
      },
    }),
    readReply: (reply) =>
      openaiReplySchema
        .parse(reply)
        .data.sort((a, b) => a.index - b.index)
        .map(({ embedding }) => embedding),
  },
}

/**
 * Throws unless a reply has one usable vector per text. A wrong size throws RequestRefused, because a retry cannot
 * change the size.
 */
export function checkVectors(vectors: readonly number[][], count: number): void {
  if (vectors.length !== count) {
    throw new Error(`the embedding service answered ${vectors.length} vectors for ${count} texts`)
  }
  for (const vector of vectors) {
    if (vector.length !== EMBEDDING_DIMENSIONS) {
      throw new RequestRefused(
        `the embedding model answered vectors of ${vector.length} numbers; the database and the index take ` +
          `${EMBEDDING_DIMENSIONS}: choose a model of ${EMBEDDING_DIMENSIONS} dimensions, or set \`dimensions\` for a model that can shorten its vectors`,
      )
    }
    // A zero vector has no direction, so its cosine is undefined.
    if (vector.every((value) => value === 0))
      throw new Error('the embedding service answered a vector of zeros')
  }
}
