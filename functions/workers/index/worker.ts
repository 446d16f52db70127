import { defineWorker } from '@pauta/platform/workers/define-worker'

export const index = defineWorker({
  name: 'index',
  purpose: 'Write the documents of changed articles to the search index.',
  queue: 'index',
  timeoutSeconds: 60,
  memoryMb: 512,
  // All articles of a batch make one import call, so waiting 1 s for a fuller batch pays.
  batch: { size: 100, windowSeconds: 1 },
  concurrency: 5,
  maxReceives: 5,
  config: ['settings', 'database', 'index', 'embedding'],
  publishes: [],
})
