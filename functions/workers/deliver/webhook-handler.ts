import { webhookAdapter } from '@pauta/delivery/deliver-webhook'
import { runWorker } from '@pauta/platform/workers/run-worker'
import { deliverMessages, openDeliveries } from './deliver-messages.ts'
import { deliverWebhook as worker } from './worker.ts'

export const handler = runWorker(worker, {
  open: (config) =>
    openDeliveries(config, {
      worker,
      adapter: webhookAdapter(config),
      queueUrl: config.deliverWebhookQueue.url,
    }),
  handle: deliverMessages,
})
