import { defineWorker } from '@pauta/platform/workers/define-worker'

export const embed = defineWorker({
  name: 'embed',
  purpose: 'Compute the vectors of articles for semantic search and enqueue the articles for the index.',
  queue: 'embed',
  // Eight requests to a service of the stage's own network, of up to 24 s when three workers share one processor.
  timeoutSeconds: 300,
  memoryMb: 512,
  // One request to a hosted service.
  batch: { size: 32, windowSeconds: 1 },
  concurrency: 3,
  maxReceives: 5,
  config: ['settings', 'database', 'storage', 'embedding', 'indexQueue'],
  rights: ['store-raw-events'],
  publishes: ['index'],
})
