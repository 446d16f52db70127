import { defineWorker } from '@pauta/platform/workers/define-worker'

export const embed = defineWorker({
  name: 'embed',
  purpose: 'Compute the vectors of articles for semantic search and enqueue the articles for the index.',
  queue: 'embed',
  // Three tries of a request of 15 s, and the time of the stores.
  timeoutSeconds: 120,
  memoryMb: 512,
  // One request to a hosted service.
  batch: { size: 32, windowSeconds: 1 },
  concurrency: 3,
  maxReceives: 5,
  config: ['settings', 'database', 'storage', 'embedding', 'indexQueue'],
  rights: ['store-raw-events'],
  publishes: ['index'],
})
