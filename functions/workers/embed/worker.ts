import { defineWorker } from '@pauta/platform/workers/define-worker'

export const embed = defineWorker({
  name: 'embed',
  purpose: 'Turn articles into vectors for semantic search and wake the index.',
  queue: 'embed',
  // Three tries of 15 s each with the service, and what the stores take.
  timeoutSeconds: 90,
  memoryMb: 512,
  // One call to the service.
  batch: { size: 32, windowSeconds: 1 },
  concurrency: 3,
  maxReceives: 5,
  config: ['settings', 'database', 'storage', 'embedding', 'indexQueue'],
  rights: ['store-raw-events'],
  publishes: ['index'],
})
