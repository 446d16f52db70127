import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const feeds = defineEndpoint({
  name: 'feeds',
  handler: 'http/feeds/handler',
  purpose: 'Feeds of articles and releases, lists of feeds, and tables of counts.',
  routes: ['ANY /feeds/{proxy+}', 'ANY /export/counts.csv', 'ANY /export/counts.json'],
  memoryMb: 1024,
  concurrency: 'feedConcurrency',
  config: ['settings', 'database', 'index', 'embedding', 'delivery', 'outbound'],
})
