import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const live = defineEndpoint({
  name: 'live',
  handler: 'http/live/handler',
  purpose: 'What happens to articles, as server-sent events.',
  routes: ['ANY /stream/articles'],
  streaming: true,
  // A connection ends before this, and its client continues where it stood.
  timeoutSeconds: 240,
  memoryMb: 512,
  // In the cloud each connection has an environment, and a connection to the database. One process serves 1,000.
  concurrency: 'liveConcurrency',
  config: ['settings', 'database'],
})
