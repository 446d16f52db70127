import type { Config } from '@pauta/platform/config/config'
import { openEmbeddingModel } from '../embeddings/open-embedding-model.ts'
import type { SearchIndex } from './client.ts'
import { memoizeLiveModel } from './live-model.ts'
import type { MeaningSources } from './search-by-meaning.ts'

const QUERY_EMBEDDING_TIMEOUT_MS = 2000

/**
 * Returns the index with its live model and an embedding model for queries, which has a short time-out and no retry,
 * because readers wait for a search. Use one per process.
 */
export function openSearch(
  index: SearchIndex,
  config: Config<'embedding'>['embedding'],
): Pick<MeaningSources, 'index' | 'liveModel' | 'embedding'> {
  const embedding = openEmbeddingModel(config, { timeoutMs: QUERY_EMBEDDING_TIMEOUT_MS, attempts: 1 })
  return { index, liveModel: memoizeLiveModel(index), embedding }
}
