import { defineWorker } from '@pauta/platform/workers/define-worker'

export const embed = defineWorker({
  name: 'embed',
  purpose: 'Compute the vectors of articles for semantic search and wake the index step.',
  queue: 'embed',
  // Three attempts of 15 s each at the service, and the time of the stores.
  timeoutSeconds: 90,
  memoryMb: 512,
  // One request to the service.
  batch: { size: 32, windowSeconds: 1 },
  concurrency: 3,
  maxReceives: 5,
  config: ['settings', 'database', 'storage', 'embedding', 'indexQueue'],
  rights: ['store-raw-events'],
  publishes: ['index'],
})
