import { defineWorker } from '@pauta/platform/workers/define-worker'

export const release = defineWorker({
  name: 'release',
  purpose: 'Make the release of a clipping whose time has come or whose author asks for it.',
  queue: 'release',
  // A hundred thousand subscribers are written and woken within it.
  timeoutSeconds: 120,
  // A run that crashed is tried again within three minutes. The same run twice at once makes one release.
  visibilitySeconds: 180,
  memoryMb: 512,
  // A clipping with many subscribers must not use up the time of others.
  batch: { size: 1, windowSeconds: 0 },
  concurrency: 5,
  maxReceives: 5,
  config: [
    'settings',
    'database',
    'index',
    'scheduler',
    'deliverEmailQueue',
    'deliverTelegramQueue',
    'deliverPushQueue',
    'deliverWebhookQueue',
  ],
  publishes: ['deliver-email', 'deliver-telegram', 'deliver-push', 'deliver-webhook'],
})
