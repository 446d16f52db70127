import { defineWorker } from '@pauta/platform/workers/define-worker'

export const classify = defineWorker({
  name: 'classify',
  purpose:
    'Ask the language model for theme, summary and names of articles that lack theme or summary; idle where none is ' +
    'configured, and when the budget of the month is spent.',
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
  config: ['settings', 'database', 'storage', 'languageModel', 'enrichQueue', 'embedQueue', 'indexQueue'],
  rights: ['store-raw-events'],
  publishes: ['enrich', 'embed', 'index'],
})
