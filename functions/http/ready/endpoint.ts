import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const ready = defineEndpoint({
  name: 'ready',
  handler: 'http/ready/handler',
  purpose: 'The state of each dependency by name.',
  routes: ['GET /ready'],
  memoryMb: 512,
  concurrency: 2,
  config: ['settings', 'database', 'index'],
})
