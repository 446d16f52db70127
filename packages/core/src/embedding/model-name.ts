import type { Config } from '../config.ts'

/** Name of the local model; it changes whenever the same text would get another vector. */
export const HASHING_MODEL_NAME = 'hashing-768-v1'

/** The name under which vectors of the configured model are kept, for those who read vectors without making any. */
export function embeddingModelName(config: Config<'embedding'>['embedding']): string {
  return config.kind === 'http' ? config.model : HASHING_MODEL_NAME
}
