import { describe, expect, it } from 'vitest'
import { type Graph, getBuild, getFunction, getOne, revealed, type Stages } from './graph.ts'
import { listGraphs } from './rules/rule.ts'
import { CHOSEN } from './stage-settings.ts'

const { serviceIdentity, userIdentity, search: external } = CHOSEN
const NO_DATASET = { dataset: '', reducedDataset: '', token: '' }

/** What functions get by their links. A closed surface has no issuer; a token alone publishes nothing. */
const LINKS: [stage: 'production' | 'staging' | 'chosen', fn: string, link: string, properties: object][] = [
  ['chosen', 'graphql', 'SearchIndex', { url: external.nodes[0], nodes: external.nodes.join(','), ca: '' }],
  ['production', 'graphql', 'ServiceIdentity', { issuer: '', allowlist: '' }],
  [
    'chosen',
    'graphql',
    'ServiceIdentity',
    { ...serviceIdentity, allowlist: 'worker@pauta.example,subject-2' },
  ],
  ['production', 'graphql', 'UserIdentity', { issuer: '', audiences: '' }],
  ['chosen', 'graphql', 'UserIdentity', { ...userIdentity, audiences: 'portal-client,mobile-client' }],
  ['chosen', 'job-export-dataset', 'DatasetHost', { ...CHOSEN.dataset, token: 'hf_secret' }],
  ['staging', 'job-export-dataset', 'DatasetHost', NO_DATASET],
  ['production', 'job-scrape', 'Scraper', { url: '', token: '' }],
  ['chosen', 'job-scrape', 'Scraper', { url: CHOSEN.scraper.url, token: '' }],
  ['production', 'job-scrape-ebc', 'ScrapeService', { contact: expect.stringMatching(/./) as string }],
]

export function checkChoices(stages: () => Stages): void {
  const linkOf = (graph: Graph, name: string, link: string) =>
    getBuild(graph, getFunction(graph, name)).links[link]

  describe('by configuration alone', () => {
    it('a stage runs in another region than us-east-2', () => {
      const { production, staging, preview, chosen } = stages()
      for (const graph of [production, staging, preview])
        expect(graph.app.providers.aws.region).toBe('us-east-2')
      expect(chosen.app.providers.aws.region).toBe('sa-east-1')
      expect(JSON.stringify(chosen.resources)).not.toContain('us-east-2')
    })

    it.each(LINKS)('%s: %s gets the %s of its settings', (stage, name, link, properties) => {
      expect(linkOf(stages()[stage], name, link)).toMatchObject(properties)
    })

    it('texts are embedded by hashing', () => {
      const link = getOne(stages().staging, 'sst:sst:LinkRef', /^EmbeddingService/)
      expect(revealed(link.inputs['properties'])).toEqual({ kind: 'hashing' })
    })

    it('no address of users is exempt from the check for public addresses, in any stage', () => {
      for (const graph of listGraphs(stages()))
        expect(linkOf(graph, 'graphql', 'Outbound')).toMatchObject({ allowedOrigins: '' })
    })
  })
}
