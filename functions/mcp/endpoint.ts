import { defineEndpoint, GATEWAY_TIMEOUT_SECONDS } from '@pauta/platform/endpoints/define-endpoint'
import { graphql } from '../graphql/endpoint.ts'

export const mcp = defineEndpoint({
  name: 'mcp',
  handler: 'mcp/handler',
  purpose: 'Tools, resources and prompts for language models.',
  routes: ['ANY /mcp'],
  timeoutSeconds: GATEWAY_TIMEOUT_SECONDS,
  memoryMb: 1769,
  concurrency: 'mcpConcurrency',
  config: graphql.config,
})
