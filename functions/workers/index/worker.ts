import { defineWorker } from '@pauta/platform/workers/define-worker'

export const index = defineWorker({
  name: 'index',
  purpose: 'Bring the documents of changed articles to the search index.',
  queue: 'index',
  timeoutSeconds: 60,
  memoryMb: 512,
  // Many articles make one import call, so a short wait for a fuller batch is worth it.
  batch: { size: 100, windowSeconds: 1 },
  concurrency: 5,
  maxReceives: 5,
  config: ['settings', 'database', 'index', 'embedding'],
  publishes: [],
})
