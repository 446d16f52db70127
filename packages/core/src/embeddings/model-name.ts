import type { Config } from '@pauta/platform/config/config'

/** Name of the local model; it changes whenever the same text would get another vector. */
export const HASHING_MODEL_NAME = 'hashing-768-v2'

/**
 * Greatest cosine distance of a neighbour under the local model. Measured by `npm run bench -- relevance` on 500 news:
 * nine of ten articles that have nothing to do with a query lie farther away than 0.7.
 */
export const HASHING_MAX_DISTANCE = 0.7

/** The name under which vectors of the configured model are kept, for those who read vectors without making any. */
export function embeddingModelName(config: Config<'embedding'>['embedding']): string {
  return config.kind === 'http' ? config.model : HASHING_MODEL_NAME
}
