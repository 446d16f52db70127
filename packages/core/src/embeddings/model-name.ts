import type { Config } from '@pauta/platform/config/config'

/** Name of the local model. Changes whenever the same text would get another vector. */
export const HASHING_MODEL_NAME = 'hashing-768-v2'

/**
 * Greatest cosine distance of a neighbour with the local model. Measured by `npm run bench -- relevance` on 500 news:
 * 90 % of the articles unrelated to a query are farther away than 0.7.
 */
export const HASHING_MAX_DISTANCE = 0.7

/** Returns the name of the configured model, for code that reads vectors without computing any. */
export function embeddingModelName(config: Config<'embedding'>['embedding']): string {
  return config.kind === 'http' ? config.model : HASHING_MODEL_NAME
}
