import type { ConfigSection } from '@pauta/core/config'
import type { Database } from './database.ts'
import type { Queues } from './queues.ts'
import { readRelease } from './release.ts'
import type { Search } from './search.ts'
import type { Secrets } from './secrets.ts'
import type { StageSettings } from './settings.ts'
import type { Storage } from './storage.ts'

/** The linked resource behind every section of the configuration; a section without one does not compile. */
export type Links = Record<ConfigSection, $util.Resource>

export interface LinkSources {
  stage: string
  settings: StageSettings
  secrets: Secrets
  database: Database
  search: Search
  storage: Storage
  queues: Queues
}

export function makeLinks({
  stage,
  settings,
  secrets,
  database,
  search,
  storage,
  queues,
}: LinkSources): Links {
  return {
    settings: new sst.Linkable('Settings', {
      properties: {
        stage,
        release: readRelease(),
        corsOrigins: settings.corsOrigins.join(','),
        portalUrl: settings.portalUrl,
      },
    }),
    database: new sst.Linkable('Database', { properties: database.properties }),
    index: new sst.Linkable('SearchIndex', {
      properties: { url: search.url, key: secrets.searchIndexKey.value, collection: search.collection },
    }),
    embedding: new sst.Linkable('EmbeddingService', {
      properties:
        settings.embedding.kind === 'http'
          ? { ...settings.embedding, token: secrets.embeddingToken.value }
          : { ...settings.embedding },
    }),
    serviceIdentity: new sst.Linkable('ServiceIdentity', {
      properties: { ...settings.serviceIdentity, allowlist: settings.serviceIdentity.allowlist.join(',') },
    }),
    storage,
    newsIngestQueue: queues['news-ingest'],
    indexQueue: queues.index,
  }
}
