import { DELIVERY_QUEUE_SECTIONS, DELIVERY_QUEUES } from '@pauta/platform/config/delivery-channels'
import { defineWorker } from '@pauta/platform/workers/define-worker'

export const release = defineWorker({
  name: 'release',
  purpose: 'Make the release of a clipping that is due or whose author requested one.',
  queue: 'release',
  // Long enough to write rows and send messages for 100,000 subscribers.
  timeoutSeconds: 120,
  // A crashed run is tried again after three minutes. Two simultaneous runs make one release.
  visibilitySeconds: 180,
  // Lambda gives processors by memory: 1,024 MB are 0.58 of one. A release costs 9 to 28 ms of a processor.
  memoryMb: 1024,
  // One message: a clipping with many subscribers must not delay others.
  batch: { size: 1, windowSeconds: 0 },
  concurrency: 5,
  maxReceives: 5,
  config: ['settings', 'database', 'index', 'scheduler', ...DELIVERY_QUEUE_SECTIONS],
  publishes: DELIVERY_QUEUES,
})
