import * as z from 'zod'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'

/**
 * The protocol of an embedding service: our own, OpenAI's, which most model servers support, or that of Hugging Face's
 * text-embeddings-inference.
 */
export type EmbeddingProtocol = 'texts' | 'openai' | 'tei'

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
  /** Most texts of one request. */
  batchSize: number
  /** Milliseconds for one request. */
  timeoutMs: number
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
const teiReplySchema = z.array(vectorSchema)
const openaiReplySchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: vectorSchema })),
})

const ENDPOINT = '/embeddings'

/** A hosted service computes the vectors of 32 texts in a few seconds. */
const HOSTED = { batchSize: 32, timeoutMs: 15_000 }
/**
 * text-embeddings-inference without a GPU needs about 2 s for a text of 512 tokens on one processor. Three workers send
 * requests at the same time.
 */
const OWN_PROCESSORS = { batchSize: 4, timeoutMs: 45_000 }

/** Accepts the base (`http://host/v1`) or the whole address. */
function endpointOf(url: string): string {
  const base = url.replace(/\/+$/, '')
  return base.endsWith(ENDPOINT) ? base : `${base}${ENDPOINT}`
}

/**
 * `texts`: POST {"texts"} → {"embeddings"}. `openai`: POST /v1/embeddings {"model", "input"} → {"data"}. `tei`: POST
 * /embed {"inputs"} → [[…]].
 */
export const PROTOCOLS: Record<EmbeddingProtocol, Protocol> = {
  texts: {
    ...HOSTED,
    makeRequest: ({ url }, texts) => ({ url, body: { texts } }),
    readReply: (reply) => textsReplySchema.parse(reply).embeddings,
  },
  openai: {
    ...HOSTED,
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
  tei: {
    ...OWN_PROCESSORS,
    // Without `truncate`, the service refuses a text that is longer than the model reads.
    makeRequest: ({ url }, texts) => ({
      url: `${url.replace(/\/+$/, '')}/embed`,
      body: { inputs: texts, normalize: true, truncate: true },
    }),
    readReply: (reply) => teiReplySchema.parse(reply),
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
