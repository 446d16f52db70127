import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const unsubscribe = defineEndpoint({
  name: 'unsubscribe',
  handler: 'http/unsubscribe/handler',
  purpose: 'The unsubscribe page.',
  routes: ['GET /unsubscribe', 'POST /unsubscribe'],
  memoryMb: 512,
  concurrency: 3,
  config: ['settings', 'database', 'linkSigning'],
})
