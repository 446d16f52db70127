import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const telegramLink = defineEndpoint({
  name: 'telegram-link',
  handler: 'http/telegram-link/handler',
  purpose: 'Links that connect a Telegram chat to the caller.',
  routes: ['POST /telegram/link', 'OPTIONS /telegram/link'],
  memoryMb: 512,
  concurrency: 2,
  config: ['settings', 'database', 'userIdentity', 'telegram'],
})
