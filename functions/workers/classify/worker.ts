import { defineWorker } from '@pauta/platform/workers/define-worker'

export const classify = defineWorker({
  name: 'classify',
  purpose:
    'Ask the language model for theme and summary of articles that lack them; idle where none is configured.',
  queue: 'classify',
  // The longest answer that is waited for, and what the stores take.
  timeoutSeconds: 60,
  memoryMb: 512,
  // All of a batch are asked at once.
  batch: { size: 5, windowSeconds: 0 },
  // Ten requests at a time: models are paid by the token, and news comes slowly.
  concurrency: 2,
  maxReceives: 5,
  // The client of the model is read with the first article that is asked for.
  config: ['settings', 'database', 'storage', 'languageModel', 'embedQueue', 'indexQueue'],
  rights: ['store-raw-events'],
  publishes: ['embed', 'index'],
})
