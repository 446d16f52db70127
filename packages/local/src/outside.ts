import { findSectionOutside, hasLinkedResources } from '@pauta/platform/config/config'
import type { OutsideStores } from './stores.ts'

/**
 * Returns the stores that the environment names: `SST_RESOURCE_Database` and `SST_RESOURCE_SearchIndex`, as in the
 * cloud. Throws inside `sst shell`, where they are stores of a deployed stage: sample data must never reach those.
 */
export function findOutsideStores(): OutsideStores {
  if (hasLinkedResources())
    throw new Error('npm start is for this machine alone: run it outside of `sst shell`.')
  return { database: findSectionOutside('database'), index: findSectionOutside('index') }
}

/** Returns the embedding service of the environment variable `SST_RESOURCE_EmbeddingService`, or undefined. */
export const findOutsideEmbedding = () => findSectionOutside('embedding')

/** Returns the publisher of the environment variable `SST_RESOURCE_Publisher`, or undefined. Throws for a value that is refused. */
export const findOutsidePublisher = () => findSectionOutside('publisher')
