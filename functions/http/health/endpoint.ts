import { defineEndpoint, GATEWAY_TIMEOUT_SECONDS } from '@pauta/platform/endpoints/define-endpoint'

export const health = defineEndpoint({
  name: 'health',
  handler: 'http/health/handler',
  purpose: 'Whether the process runs, and its version.',
  routes: ['GET /health'],
  timeoutSeconds: GATEWAY_TIMEOUT_SECONDS,
  memoryMb: 256,
  config: ['settings'],
})
