import type { Config } from '@pauta/platform/config/config'

/** Name of the local model. Changes whenever the same text would get another vector. */
export const HASHING_MODEL_NAME = 'hashing-768-v2'

/** Returns the name of the configured model, for code that reads vectors without computing any. */
export function embeddingModelName(config: Config<'embedding'>['embedding']): string {
  return config.kind === 'http' ? config.model : HASHING_MODEL_NAME
}
