import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const notFound = defineEndpoint({
  name: 'not-found',
  handler: 'http/not-found/handler',
  purpose: 'Any other path: answers 404 in the API’s error format.',
  // `ANY /{proxy+}` does not match `/`.
  routes: ['ANY /', 'ANY /{proxy+}'],
  memoryMb: 256,
  concurrency: 5,
  config: ['settings'],
})
