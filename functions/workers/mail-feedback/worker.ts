import { defineWorker } from '@pauta/platform/workers/define-worker'

export const mailFeedback = defineWorker({
  name: 'mail-feedback',
  purpose: 'Store what the mail provider reports: accepted mails, bounces and complaints.',
  queue: 'mail-feedback',
  timeoutSeconds: 30,
  memoryMb: 256,
  batch: { size: 50, windowSeconds: 2 },
  concurrency: 2,
  maxReceives: 5,
  config: ['settings', 'database'],
  publishes: [],
})
