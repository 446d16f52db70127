import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const health = defineEndpoint({
  name: 'health',
  handler: 'http/health/handler',
  purpose: 'Whether the process runs, and its version.',
  routes: ['GET /health'],
  memoryMb: 256,
  concurrency: 5,
  config: ['settings'],
})
