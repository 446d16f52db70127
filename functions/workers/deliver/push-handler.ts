import { pushAdapter } from '@pauta/delivery/deliver-push'
import { runWorker } from '@pauta/platform/workers/run-worker'
import { deliverMessages, openDeliveries } from './deliver-messages.ts'
import { deliverPush as worker } from './worker.ts'

export const handler = runWorker(worker, {
  open: (config) =>
    openDeliveries(config, { worker, adapter: pushAdapter(config), queueUrl: config.deliverPushQueue.url }),
  handle: deliverMessages,
})
