import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const stream = defineEndpoint({
  name: 'stream',
  handler: 'graphql/stream/handler',
  purpose: 'Subscriptions, as server-sent events.',
  routes: ['ANY /graphql/stream'],
  streaming: true,
  // A run of the agent ends after 200 seconds plus its current step.
  timeoutSeconds: 240,
  memoryMb: 1024,
  concurrency: 'streamConcurrency',
  config: [
    'settings',
    'database',
    'index',
    'serviceIdentity',
    'userIdentity',
    'agentWorker',
    'languageModel',
  ],
})
