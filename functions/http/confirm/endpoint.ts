import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const confirm = defineEndpoint({
  name: 'confirm',
  handler: 'http/confirm/handler',
  purpose: 'The page where the owner of an extra address agrees to digests.',
  routes: ['GET /confirm', 'POST /confirm'],
  memoryMb: 512,
  concurrency: 2,
  config: ['settings', 'database', 'linkSigning'],
})
