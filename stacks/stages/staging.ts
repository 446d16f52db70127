import { makeSettings } from './sizes.ts'

/** The values of the stage `staging`, on which previews run. A small stage needs none: see docs/first-deployment.md. */
export const staging = makeSettings({
  size: 'small',
  region: 'us-east-2',
  embedding: { kind: 'unset' },
  // Every preview may open some connections, and few previews do so at the same time. 450 is what 4 GB of memory allow.
  database: { instance: 't4g.medium', maxConnections: 450 },
  // Fewer than a small stage has, so that the connections of previews fit.
  graphqlConcurrency: 3,
  liveConcurrency: 1,
  feedConcurrency: 1,
  mcpConcurrency: 1,
  exportConcurrency: 1,
  search: { kind: 'single', version: '27.1', instanceType: 't4g.medium', volumeGb: 20 },
})
