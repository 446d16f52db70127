import type { ReleaseMessage } from '@pauta/clippings/schedules/messages'
import type { ReleaseSites } from '@pauta/clippings/releases/release-address'
import type { ReleaseScheduler } from '@pauta/clippings/schedules/release-scheduler'
import type { MailSites } from '@pauta/delivery/mails/preview-mail'
import type { DbPool } from '@pauta/platform/database/database'
import type { EmbeddingModel } from '@pauta/core/embeddings/embedding-model'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { FindEntityNames } from '@pauta/core/entities/kept-names'
import type { PipelineStep } from '@pauta/core/steps/steps'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { LiveModel } from '@pauta/core/search-index/live-model'
import type { FindVocabulary } from '@pauta/core/vocabulary/vocabulary'
import {
  makeContentLoader,
  makeFeatureLoader,
  makeHistoryLoader,
  makeListedLoader,
  makeStoryLoader,
  type ContentLoader,
  type FeatureLoader,
  type HistoryLoader,
  type ListedLoader,
  type StoryLoader,
} from '../loaders/articles.ts'
import { makeClippingLoaders, type ClippingLoaders } from '../loaders/clippings.ts'
import { makeMarketplaceLoaders, type MarketplaceLoaders } from '../loaders/marketplace.ts'
import type { StreamContext } from './stream-context.ts'
import type { Catalogue } from '../loaders/catalogue.ts'
import type { ConcurrencyGate } from './concurrency-gate.ts'
import { findUserId, type Viewer } from './viewer.ts'

/** The services that requests share. */
export interface Services {
  db: DbPool
  index: SearchIndex
  liveModel: LiveModel
  catalogue: Catalogue
  /** The agencies and themes that exist, to name the unknown values of a filter. */
  findVocabulary: FindVocabulary
  /** The names of entities, kept as long as the catalogue. */
  findEntityNames: FindEntityNames
  /** The embedding model for queries, with a short time-out and no retry. */
  embedding: EmbeddingModel
  /** Sends messages to the workers of steps. Never throws: due articles stay due, and the sweep finds them. */
  enqueueSteps: (steps: readonly PipelineStep[], uniqueIds: readonly string[]) => Promise<void>
  /** The public VAPID key of this service; null when it sends no pushes. */
  pushPublicKey: string | null
  /** Origins that are allowed for webhooks although they are not public; empty in the cloud. */
  outboundOrigins: readonly string[]
  /** Sends a message to the release worker. Throws when the queue cannot be reached. */
  enqueueRelease: (message: ReleaseMessage) => Promise<void>
  /** Sends messages for the notices that a mutation wrote. Never throws: the sweep finds the others. */
  enqueueNotices: () => Promise<void>
  releaseScheduler: ReleaseScheduler
  releaseSites: ReleaseSites
  /** Where links of mails lead, and who publishes them. */
  mailSites: MailSites
  /** The secrets that sign links in mails: the current one, and the previous one, which may be blank. */
  linkSecrets: readonly string[]
  logger: Logger
}

/** The context of resolvers; one per request. */
export interface Context extends Services {
  viewer: Viewer
  now: Date
  /** The network of the caller, as `clientNetwork` returns it. */
  clientNetwork: string
  /** Absent on the stream, whose fields do not use the gate. */
  gate?: ConcurrencyGate
  loaders: {
    contents: ContentLoader
    features: FeatureLoader
    histories: HistoryLoader
    listed: ListedLoader
    stories: StoryLoader
  } & ClippingLoaders &
    MarketplaceLoaders
  /** Returned in `extensions.warnings`: the answer is valid, but a part is missing, or a value of a filter is unknown. */
  warnings: string[]
  /** The result of the mutation limit of this request, shared by its fields. */
  mutationsTaken?: Promise<void>
  /** Both only on the stream, whose context has nothing else but the viewer. */
  generate?: StreamContext['generate']
  follow?: StreamContext['follow']
}

/** Returns the index with searches that end with the request. */
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
  request: Pick<Context, 'viewer' | 'now' | 'clientNetwork' | 'gate'>,
): Context {
  const { db } = services
  const userId = findUserId(request.viewer)
  const { gate } = request
  const index = gate ? boundIndex(services.index, gate.signal) : services.index
  const loaders = {
    contents: makeContentLoader(index),
    features: makeFeatureLoader(db),
    histories: makeHistoryLoader(db),
    listed: makeListedLoader(index),
    stories: makeStoryLoader(db),
    ...makeClippingLoaders(db, userId),
    ...makeMarketplaceLoaders(db, userId),
  }
  return { ...services, ...request, index, loaders, warnings: [] }
}
