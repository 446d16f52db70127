import { defineWorker } from '@pauta/platform/workers/define-worker'

export const classify = defineWorker({
  name: 'classify',
  purpose:
    'Ask the language model for theme and summary of articles that lack them; idle where none is configured.',
  queue: 'classify',
  // The longest answer of the model, and the time of the stores.
  timeoutSeconds: 60,
  memoryMb: 512,
  // All articles of a batch are sent to the model at once.
  batch: { size: 5, windowSeconds: 0 },
  // Ten concurrent requests: models charge by the token, and news arrives slowly.
  concurrency: 2,
  maxReceives: 5,
  // The model's client is loaded with the first article that needs it.
  config: ['settings', 'database', 'storage', 'languageModel', 'embedQueue', 'indexQueue'],
  rights: ['store-raw-events'],
  publishes: ['embed', 'index'],
})
