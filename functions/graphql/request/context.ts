import type { ReleaseMessage } from '@pauta/clippings/releases/messages'
import type { ReleaseScheduler } from '@pauta/clippings/releases/release-scheduler'
import type { DbPool } from '@pauta/platform/database/database'
import type { EmbeddingModel } from '@pauta/core/embeddings/embedding-model'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { PipelineStep } from '@pauta/core/steps/steps'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { LiveModel } from '@pauta/core/search-index/live-model'
import { makeFeatureLoader, type FeatureLoader } from '../loaders/articles.ts'
import { makeClippingLoaders, type ClippingLoaders } from '../loaders/clippings.ts'
import { makeMarketplaceLoaders, type MarketplaceLoaders } from '../loaders/marketplace.ts'
import type { StreamContext } from './stream-context.ts'
import type { Catalogue } from '../loaders/catalogue.ts'
import type { Turns } from './turns.ts'
import { findUserId, type Viewer } from './viewer.ts'

/** What stays open from request to request. */
export interface Services {
  db: DbPool
  index: SearchIndex
  liveModel: LiveModel
  catalogue: Catalogue
  /** The model of queries: it answers quickly or not at all. */
  embedding: EmbeddingModel
  /** Tells the workers of steps that articles are due. It never fails: what is due stays due, and the sweep finds it. */
  wakeSteps: (steps: readonly PipelineStep[], uniqueIds: readonly string[]) => Promise<void>
  /** Origins that users may have us call though they are not public ones; none in the cloud. */
  outboundOrigins: readonly string[]
  /** Asks the release worker for a release. Throws when the queue cannot be reached. */
  enqueueRelease: (message: ReleaseMessage) => Promise<void>
  /** Wakes the messages to people that a mutation has written. It never fails: the sweep finds what was not woken. */
  wakeNotices: () => Promise<void>
  releaseScheduler: ReleaseScheduler
  logger: Logger
}

/** What a resolver gets; one per request. */
export interface Context extends Services {
  viewer: Viewer
  now: Date
  /** Absent on the stream, whose only field needs none. */
  turns?: Turns
  loaders: { features: FeatureLoader } & ClippingLoaders & MarketplaceLoaders
  /** Told to the caller in `extensions.warnings`: the answer stands, but something was left out. */
  warnings: string[]
  /** What came of counting the user's mutations of this request; its fields share it. */
  mutationsTaken?: Promise<void>
  /** Only the stream has it, which gives its subscription no more than this and the viewer. */
  generate?: StreamContext['generate']
}

/** The same index, whose searches end with the request. */
function boundIndex(index: SearchIndex, signal: AbortSignal): SearchIndex {
  return {
    ...index,
    search: (search, options) => index.search(search, { signal, ...options }),
    searchAll: (searches, options) => index.searchAll(searches, { signal, ...options }),
    searchEach: (searches, options) => index.searchEach(searches, { signal, ...options }),
  }
}

export function makeContext(
  services: Services,
  request: { viewer: Viewer; now: Date; turns?: Turns },
): Context {
  const { db } = services
  const userId = findUserId(request.viewer)
  const loaders = {
    features: makeFeatureLoader(db),
    ...makeClippingLoaders(db, userId),
    ...makeMarketplaceLoaders(db, userId),
  }
  const { turns } = request
  const index = turns ? boundIndex(services.index, turns.signal) : services.index
  return { ...services, ...request, index, loaders, warnings: [] }
}
