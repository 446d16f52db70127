import { defineWorker } from '@pauta/platform/workers/define-worker'

export const ingest = defineWorker({
  name: 'ingest',
  purpose: 'Ingest news: store the raw event, write the row, enqueue it for the next steps.',
  queue: 'news-ingest',
  timeoutSeconds: 60,
  memoryMb: 512,
  batch: { size: 10, windowSeconds: 0 },
  concurrency: 5,
  maxReceives: 5,
  config: ['settings', 'database', 'storage', 'enrichQueue', 'indexQueue'],
  rights: ['store-raw-events', 'read-large-texts'],
  publishes: ['enrich', 'index'],
})
