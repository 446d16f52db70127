import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const feeds = defineEndpoint({
  name: 'feeds',
  handler: 'http/feeds/handler',
  purpose: 'Feeds of articles and releases, and lists of feeds.',
  routes: ['ANY /feeds/{proxy+}'],
  memoryMb: 1024,
  concurrency: 'feedConcurrency',
  config: ['settings', 'database', 'index', 'embedding', 'delivery'],
})
