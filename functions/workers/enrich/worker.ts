import { defineWorker } from '@pauta/platform/workers/define-worker'

export const enrich = defineWorker({
  name: 'enrich',
  purpose:
    'Derive the features and the theme of articles from their text and enqueue them for the next steps.',
  queue: 'enrich',
  timeoutSeconds: 60,
  // A Lambda's processor share grows with its memory, and a long text takes 0.1 s of a whole processor.
  memoryMb: 1024,
  batch: { size: 10, windowSeconds: 0 },
  concurrency: 5,
  maxReceives: 5,
  config: ['settings', 'database', 'storage', 'classifyQueue', 'embedQueue', 'indexQueue'],
  rights: ['store-raw-events', 'read-theme-models'],
  publishes: ['classify', 'embed', 'index'],
})
