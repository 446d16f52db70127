import { NOTICE_QUEUE_SECTIONS } from '@pauta/platform/config/delivery-channels'
import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const graphql = defineEndpoint({
  name: 'graphql',
  handler: 'graphql/handler',
  purpose: 'Queries and mutations.',
  routes: ['ANY /graphql'],
  // One whole vCPU: compiling the code takes most of a cold start.
  memoryMb: 1769,
  concurrency: 'graphqlConcurrency',
  config: [
    'settings',
    'database',
    'index',
    'embedding',
    'serviceIdentity',
    'userIdentity',
    'outbound',
    'enrichQueue',
    'embedQueue',
    'indexQueue',
    'releaseQueue',
    ...NOTICE_QUEUE_SECTIONS,
    'scheduler',
    'delivery',
    'push',
    'linkSigning',
    'publisher',
  ],
})
