import { emailAdapter } from '@pauta/delivery/deliver-email'
import { runWorker } from '@pauta/platform/workers/run-worker'
import { deliverMessages, openDeliveries } from './deliver-messages.ts'
import { deliverEmail as worker } from './worker.ts'

export const handler = runWorker(worker, {
  open: (config) =>
    openDeliveries(config, { worker, adapter: emailAdapter(config), queueUrl: config.deliverEmailQueue.url }),
  handle: deliverMessages,
})
