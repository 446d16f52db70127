import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const telegramUpdates = defineEndpoint({
  name: 'telegram-updates',
  handler: 'http/telegram-updates/handler',
  purpose: 'Messages of people to the Telegram bot.',
  routes: ['POST /telegram/updates'],
  memoryMb: 512,
  concurrency: 2,
  config: ['settings', 'database', 'telegram', 'deliverEmailQueue'],
})
