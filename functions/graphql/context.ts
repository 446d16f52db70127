import type { DbPool } from '@pauta/core/database'
import type { EmbeddingModel } from '@pauta/core/embedding/embedding-model'
import type { Logger } from '@pauta/core/logger'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { LiveModel } from '@pauta/core/search-index/live-model'
import { makeFeatureLoader, type FeatureLoader } from './schema/articles/loaders.ts'
import type { Viewer } from './viewer.ts'

/** What stays open from request to request. */
export interface Services {
  db: DbPool
  index: SearchIndex
  liveModel: LiveModel
  /** The model of queries: it answers quickly or not at all. */
  embedding: EmbeddingModel
  /** Tells the index worker that articles are due. It never fails: what is due stays due, and the sweep finds it. */
  wakeIndex: (uniqueIds: readonly string[]) => Promise<void>
  logger: Logger
}

/** What a resolver gets; one per request. */
export interface Context extends Services {
  viewer: Viewer
  now: Date
  requestId: string
  loaders: { features: FeatureLoader }
  /** Told to the caller in `extensions.warnings`: the answer stands, but something was left out. */
  warnings: string[]
  /** What came of counting the user's mutations of this request; its fields share it. */
  mutationsTaken?: Promise<void>
}

export function makeContext(
  services: Services,
  request: { viewer: Viewer; now: Date; requestId: string },
): Context {
  return { ...services, ...request, loaders: { features: makeFeatureLoader(services.db) }, warnings: [] }
}
