import { describe, expect, it } from 'vitest'
import { checkSettings } from '../../stacks/check-settings.ts'
import { STAGE_SETTINGS } from '../../stacks/settings.ts'
import type { HttpEmbedding, SearchMachine, StageSettings } from '../../stacks/stage-settings.ts'
import { type Graph, getBuild, getFunction, getOne, revealed, type Stages } from './graph.ts'
import { listGraphs } from './rules/rule.ts'
import { CHOSEN, CHOSEN_EMAIL, EXAMPLES } from './stage-settings.ts'

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

const delivery = (choice: Partial<StageSettings['delivery']>): Partial<StageSettings> => ({
  delivery: { ...EXAMPLES.chosen.delivery, ...choice },
})
const embedding = (choice: Partial<HttpEmbedding>): Partial<StageSettings> => ({
  embedding: { kind: 'http', url: 'https://embed.example/v1', model: 'm-768', ...choice },
})
const service = (choice: Partial<StageSettings['serviceIdentity']>): Partial<StageSettings> => ({
  serviceIdentity: { ...serviceIdentity, ...choice },
})
const users = (choice: Partial<StageSettings['userIdentity']>): Partial<StageSettings> => ({
  userIdentity: { ...userIdentity, ...choice },
})
const site = (choice: Partial<StageSettings['site']>): Partial<StageSettings> => ({
  site: { ...EXAMPLES.chosen.site, ...choice },
})
const search = (choice: Partial<SearchMachine>): Partial<StageSettings> => ({
  search: { kind: 'single', version: '27.1', instanceType: 't4g.large', volumeGb: 30, ...choice },
})
const { domain, dataset } = CHOSEN
const nat = { instance: 't4g.nano', image: '' }
/** A name with a certificate of the wrong region. */
const elsewhere = (region: string) =>
  ({ kind: 'elsewhere', name: 'a.org', certificateArn: `arn:aws:acm:${region}:1:certificate/0` }) as const
const database = EXAMPLES.chosen.database

/** Settings that stop every stage, by the beginning of the problem that is told. */
const REFUSED: [string, ...Partial<StageSettings>[]][] = [
  ['embedding: choose', { embedding: { kind: 'unset' } }],
  ['embedding.url: an https URL', embedding({ url: 'http://embed.example/v1' })],
  ['embedding.dimensions: 768', embedding({ dimensions: 1024 })],
  ['embedding.maxDistance', embedding({ maxDistance: 3 }), embedding({ maxDistance: 0 })],
  ['domain.name', { domain: { ...domain, name: 'https://api.exemplo.org' } }],
  ['domain.zoneId', { domain: { ...domain, zoneId: 'exemplo.org' } }],
  ['domain.certificateArn: a certificate of ACM in sa-east-1', { domain: elsewhere('us-east-1') }],
  ['site.domain.certificateArn: a certificate of ACM in us-east-1', site({ domain: elsewhere('sa-east-1') })],
  ['site.domain.name: another name', site({ domain })],
  ['site.clientId: one of userIdentity.audiences', site({ clientId: 'stranger' })],
  [
    'site.docsUrl: an https URL',
    site({ docsUrl: 'http://docs.example' }),
    site({ docsUrl: 'https://docs.example/' }),
  ],
  ['site.loginOrigins: full https', site({ loginOrigins: ['https://tokens.example/oauth2'] })],
  ['database.maxStorageGb: more than 110 %', { database: { ...database, storageGb: 200 } }],
  ['database.instance: a type of ARM', { database: { ...database, instance: 'm7i.large' } }],
  ['search.instanceType: a type of ARM', search({ instanceType: 'm7i.large' })],
  ['search.image: the ID of an AMI', search({ image: 'al2023' })],
  ['search.nodes: https URLs', { search: { kind: 'external', nodes: ['http://typesense.example:8108'] } }],
  ['nat.instance: a type of ARM', { nat: { ...nat, instance: 't3.nano' } }],
  ['nat.image: the ID of an AMI', { nat: { ...nat, image: 'al2023' } }],
  ['portalAddresses: IPv4 blocks', { portalAddresses: ['203.0.113.7'] }],
  ['releaseConcurrency: 2 to 1000', { releaseConcurrency: 1 }, { releaseConcurrency: 1001 }],
  ['mailConcurrency: 2 to 1000', { mailConcurrency: 1 }],
  ['rawPagesDays: whole days, at least 365', { rawPagesDays: 364 }, { rawPagesDays: 730.5 }],
  ['historyMonths: whole months, or 0 for ever', { historyMonths: 1.5 }, { historyMonths: -1 }],
  ['corsOrigins', { corsOrigins: ['*'] }, { corsOrigins: ['https://portal.example/noticias'] }],
  ['publisher.colour', { publisher: { colour: 'green' } }, { publisher: { colour: '#7ccdb8' } }],
  ['portalUrl', { portalUrl: 'http://portal.example' }, { portalUrl: 'https://portal.example/' }],
  ['scraper.url: an https URL', { scraper: { kind: 'url', url: '' } }],
  ['scraper.url: an https URL', { scraper: { kind: 'url', url: 'http://scraper.example' } }],
  ['scraper.contact', { scraper: { kind: 'own', contact: 'Redação' } }],
  ['dataset: give dataset and reducedDataset', { dataset: { ...dataset, reducedDataset: '' } }],
  ['dataset: owner/name', { dataset: { ...dataset, dataset: 'noticias' } }],
  ['dataset: https URLs', { dataset: { ...dataset, hubUrl: 'http://hub.example' } }],
  ['agentWorker.url', { agentWorker: { url: 'http://agent.example' } }],
  [
    'languageModel.url',
    { languageModel: { kind: 'openai-compatible', url: 'http://m.example', model: 'm' } },
  ],
  [
    'languageModel.monthlyTokens',
    {
      languageModel: { kind: 'openai-compatible', url: 'https://m.example', model: 'm', monthlyTokens: 0 },
    },
    {
      languageModel: { kind: 'openai-compatible', url: 'https://m.example', model: 'm', monthlyTokens: 1.5 },
    },
  ],
  ['serviceIdentity: give', service({ audience: '' }), service({ issuer: '', audience: '', jwksUri: '' })],
  ['serviceIdentity.jwksUri', service({ jwksUri: 'http://issuer.example/jwks' })],
  ['serviceIdentity.allowlist', service({ allowlist: ['a@example.org,b@example.org'] })],
  ['userIdentity: give', users({ audiences: [] }), users({ issuer: '', audiences: [], jwksUri: '' })],
  ['userIdentity: https URLs', users({ userinfoUrl: 'http://issuer.example/userinfo' })],
  ['userIdentity.audiences', users({ audiences: ['portal-client', ' '] })],
  ['userIdentity.issuer: another', users({ issuer: serviceIdentity.issuer })],
  ['delivery.email.fromAddress', delivery({ email: { ...CHOSEN_EMAIL, fromAddress: 'pauta' } })],
  ['delivery.push: give', delivery({ push: { publicKey: 'key', subject: '' } })],
  ['delivery.push.subject', delivery({ push: { publicKey: 'key', subject: 'pauta@example.org' } })],
  [
    'delivery.ratePerSecond',
    delivery({ ratePerSecond: { ...EXAMPLES.chosen.delivery.ratePerSecond, email: 0 } }),
  ],
  ['delivery.apiUrl', delivery({ apiUrl: 'http://api.exemplo.org' })],
]

/** A test of stacks.cloud.test.ts proves that a stage calls `checkSettings` first. */
export function checkRefusals(): void {
  describe('problems that stop a deployment', () => {
    const good: StageSettings = EXAMPLES.chosen

    it('none, when all settings are complete', () => {
      expect(() => checkSettings('production', good)).not.toThrow()
      const { site } = EXAMPLES.preview
      expect(() => checkSettings('pr-7', { ...good, site, embedding: { kind: 'hashing' } })).not.toThrow()
    })

    it.each(Object.entries(STAGE_SETTINGS))(
      'none in the values of %s, but for the embedder that an example leaves open',
      (stage, settings) => {
        const isOpen = settings.embedding.kind === 'unset'
        const decided: StageSettings = isOpen ? { ...settings, embedding: { kind: 'hashing' } } : settings
        expect(() => checkSettings(stage === 'preview' ? 'pr-7' : stage, decided)).not.toThrow()
      },
    )

    it.each(REFUSED)('%s', (problem, ...choices) => {
      for (const choice of choices)
        expect(() => checkSettings('production', { ...good, ...choice })).toThrow(`\n- ${problem}`)
    })

    it('a site in a preview', () => {
      expect(() => checkSettings('pr-7', good)).toThrow(/site\.enabled: not in a preview/)
    })

    it('a name that no resource can have', () => {
      expect(() => checkSettings('PR_7', good)).toThrow(/stage "PR_7": use lower-case letters/)
    })
  })
}
