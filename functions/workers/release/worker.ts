import { defineWorker } from '../define-worker.ts'

export const release = defineWorker({
  name: 'release',
  purpose: 'Make the release of a clipping whose time has come or whose author asks for it.',
  queue: 'release',
  timeoutSeconds: 60,
  memoryMb: 512,
  batch: { size: 5, windowSeconds: 0 },
  concurrency: 5,
  maxReceives: 5,
  config: ['settings', 'database', 'index', 'scheduler'],
  publishes: [],
})
