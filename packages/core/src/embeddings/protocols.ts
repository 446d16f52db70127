import * as z from 'zod'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'

/** How a service is asked for vectors: the project's own protocol, or OpenAI's, which most servers of models speak. */
export type EmbeddingProtocol = 'texts' | 'openai'

/** The service does not take the request, and will not the next time. For operators alone: callers learn nothing of it. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
}

/** What is asked of a service for one batch of texts. */
export interface EmbeddingRequest {
  url: string
  body: Record<string, unknown>
}

interface Protocol {
  makeRequest: (options: RequestOptions, texts: readonly string[]) => EmbeddingRequest
  /** The vectors of a reply in the order of the texts. Throws when it has another shape. */
  readReply: (reply: unknown) => number[][]
}

interface RequestOptions {
  url: string
  model: string
  /** Asked of models that can shorten their vectors; undefined leaves the model's own size. */
  dimensions?: number | undefined
}

const vectorSchema = z.array(z.number())
const textsReplySchema = z.object({ embeddings: z.array(vectorSchema) })
const openaiReplySchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: vectorSchema })),
})

const ENDPOINT = '/embeddings'

/** Takes the base (`http://host/v1`) and the whole address alike. */
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
 * Throws when a reply is not one usable vector per text. Another size is refused for good: no further attempt changes
 * the size of a model's vectors.
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
    // A vector of zeros has no direction: its cosine with anything is not a number.
    if (vector.every((value) => value === 0))
      throw new Error('the embedding service answered a vector of zeros')
  }
}
