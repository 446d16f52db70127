import { staging } from './staging.ts'

/** Network, database server and index are staging's. Only settings of a preview's own functions apply here. */
export const preview: typeof staging = {
  ...staging,
  domain: { kind: 'none' },
  firewall: false,
  site: { ...staging.site, enabled: false, domain: { kind: 'none' } },
  graphqlConcurrency: 2,
  mcpConcurrency: 1,
  streamConcurrency: 2,
  liveConcurrency: 1,
  feedConcurrency: 1,
  pageConcurrency: 1,
  exportConcurrency: 1,
}
