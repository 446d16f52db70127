import { describeError } from '@pauta/platform/errors'
import type { NumberRange } from '@pauta/platform/input/number-input'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { EmbeddingModel } from '../embeddings/embedding-model.ts'
import type { SearchIndex } from './client.ts'
import type { LiveModel } from './live-model.ts'
import { searchDocuments, type DocumentPage, type TextSearch } from './search.ts'

/** Weight of meaning when a search names none. */
export const DEFAULT_ALPHA = 0.3
/** The weights of meaning: 0 is words alone, 1 meaning alone. */
export const ALPHA_RANGE: NumberRange = { least: 0, most: 1 }

const MODEL_DOWN = 'Busca semântica indisponível no momento: os resultados são da busca por palavras.'
const OTHER_MODEL =
  'Busca semântica indisponível até o índice ser refeito com o modelo atual: os resultados são da busca por palavras.'

/** The services that a search by meaning reads. */
export interface MeaningSources {
  index: SearchIndex
  liveModel: LiveModel
  embedding: EmbeddingModel
  logger: Pick<Logger, 'warn'>
  /** Receives a sentence for readers if only words are searched. */
  warnings: string[]
}

/**
 * Returns the vector of a query, or undefined with a warning if there is no usable vector; then the search uses words
 * only.
 */
async function embedQuery(query: string, sources: MeaningSources): Promise<Float32Array | undefined> {
  const { embedding, liveModel, warnings, logger } = sources
  if (!(await liveModel.holds(embedding.name))) {
    warnings.push(OTHER_MODEL)
    return undefined
  }
  try {
    const [vector] = await embedding.embed([query], 'query')
    return vector
  } catch (error) {
    logger.warn({ cause: describeError(error) }, 'semantic search fell back to keywords')
    warnings.push(MODEL_DOWN)
    return undefined
  }
}

/**
 * Searches by words and meaning; `alpha` is the weight of meaning. Vectors of different models are never compared: if
 * the answer comes from a collection of another model, the search runs again by words only.
 */
export async function searchByMeaning(
  request: Omit<TextSearch, 'semantic'>,
  alpha: number,
  sources: MeaningSources,
): Promise<DocumentPage> {
  const { index, liveModel, embedding, warnings } = sources
  const vector = await embedQuery(request.query, sources)
  const semantic = vector && { vector, alpha, maxDistance: embedding.maxDistanceOf(request.query) }
  const found = await searchDocuments(index, { ...request, semantic })
  if (!vector) {
    liveModel.observe(found.collection)
    return found
  }
  if (await liveModel.holds(embedding.name, found.collection)) return found
  warnings.push(OTHER_MODEL)
  return await searchDocuments(index, request)
}
