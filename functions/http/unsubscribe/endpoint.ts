import { defineEndpoint, GATEWAY_TIMEOUT_SECONDS } from '@pauta/platform/endpoints/define-endpoint'

export const unsubscribe = defineEndpoint({
  name: 'unsubscribe',
  handler: 'http/unsubscribe/handler',
  purpose: 'The unsubscribe page.',
  routes: ['GET /unsubscribe', 'POST /unsubscribe'],
  timeoutSeconds: GATEWAY_TIMEOUT_SECONDS,
  memoryMb: 512,
  concurrency: 3,
  config: ['settings', 'database', 'linkSigning'],
})
