import type { Config } from '@pauta/platform/config/config'
import type { EmbeddingModel } from './embedding-model.ts'
import { hashingModel } from './hashing.ts'
import { httpModel } from './http.ts'

/** Returns the configured model. A search that a reader waits for sets a shorter time-out and one attempt. */
export function openEmbeddingModel(
  config: Config<'embedding'>['embedding'],
  patience: { timeoutMs?: number; attempts?: number } = {},
): EmbeddingModel {
  return config.kind === 'http' ? httpModel({ ...config, ...patience }) : hashingModel
}
