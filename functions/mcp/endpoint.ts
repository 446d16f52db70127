import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'
import { graphql } from '../graphql/endpoint.ts'

export const mcp = defineEndpoint({
  name: 'mcp',
  handler: 'mcp/handler',
  purpose: 'Tools, resources and prompts for language models.',
  routes: ['ANY /mcp'],
  memoryMb: 1769,
  concurrency: 'mcpConcurrency',
  config: graphql.config,
})
