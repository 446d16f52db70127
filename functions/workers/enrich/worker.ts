import { defineWorker } from '@pauta/platform/workers/define-worker'

export const enrich = defineWorker({
  name: 'enrich',
  purpose: 'Derive the features of articles from their text and wake the steps that follow.',
  queue: 'enrich',
  timeoutSeconds: 60,
  // A small share of the processor comes with little memory, and a long text takes a tenth of a second of a whole one.
  memoryMb: 1024,
  batch: { size: 10, windowSeconds: 0 },
  concurrency: 5,
  maxReceives: 5,
  config: ['settings', 'database', 'storage', 'classifyQueue', 'embedQueue', 'indexQueue'],
  rights: ['store-raw-events'],
  publishes: ['classify', 'embed', 'index'],
})
