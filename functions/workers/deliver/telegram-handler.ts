import { telegramAdapter } from '@pauta/delivery/deliver-telegram'
import { runWorker } from '@pauta/platform/workers/run-worker'
import { deliverMessages, openDeliveries } from './deliver-messages.ts'
import { deliverTelegram as worker } from './worker.ts'

export const handler = runWorker(worker, {
  open: (config) =>
    openDeliveries(config, {
      worker,
      adapter: telegramAdapter(config),
      queueUrl: config.deliverTelegramQueue.url,
    }),
  handle: deliverMessages,
})
