import { describeError } from '@pauta/platform/errors'
import { searchDocuments, type DocumentPage, type TextSearch } from '@pauta/core/search-index/search'
import type { Context } from '../../request/context.ts'

const MODEL_DOWN = 'Busca semântica indisponível no momento: os resultados são da busca por palavras.'
const OTHER_MODEL =
  'Busca semântica indisponível até o índice ser refeito com o modelo atual: os resultados são da busca por palavras.'

/**
 * Returns the vector of a query, or undefined with a warning if there is no usable vector; then the search uses words
 * only.
 */
async function embedQuery(query: string, context: Context): Promise<Float32Array | undefined> {
  const { embedding, liveModel, warnings, logger } = context
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
  context: Context,
): Promise<DocumentPage> {
  const { index, liveModel, embedding, warnings } = context
  const vector = await embedQuery(request.query, context)
  const semantic = vector && { vector, alpha, maxDistance: embedding.maxDistance }
  const found = await searchDocuments(index, { ...request, semantic })
  if (!vector) {
    liveModel.observe(found.collection)
    return found
  }
  if (await liveModel.holds(embedding.name, found.collection)) return found
  warnings.push(OTHER_MODEL)
  return await searchDocuments(index, request)
}
