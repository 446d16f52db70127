import { describe, expect, it } from 'vitest'
import { checkSettings } from '../../stacks/check-settings.ts'
import { STAGE_SETTINGS } from '../../stacks/settings.ts'
import type { StageSettings } from '../../stacks/stage-settings.ts'
import { type Graph, getBuild, getFunction, getOne, listOfType, revealed, type Stages } from './graph.ts'
import { CHOSEN, EXAMPLES } from './stage-settings.ts'

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

    it('search is a cluster that others run', () => {
      const { chosen } = stages()
      const instances = listOfType(chosen, 'aws:ec2/instance:Instance').map(({ name }) => name)
      expect(instances).not.toContain('SearchServer')
      expect(linkOf(chosen, 'graphql', 'SearchIndex')).toMatchObject({
        url: CHOSEN.search.nodes[0],
        nodes: CHOSEN.search.nodes.join(','),
        collection: 'news',
        ca: '',
      })
    })

    it('the internal surface opens to listed accounts, and is closed otherwise', () => {
      const { production, chosen } = stages()
      expect(linkOf(production, 'graphql', 'ServiceIdentity')).toMatchObject({ issuer: '', allowlist: '' })
      expect(linkOf(chosen, 'graphql', 'ServiceIdentity')).toMatchObject({
        ...CHOSEN.serviceIdentity,
        allowlist: 'worker@pauta.example,subject-2',
      })
    })

    it('users log in at any issuer, and nowhere otherwise', () => {
      const { production, chosen } = stages()
      expect(linkOf(production, 'graphql', 'UserIdentity')).toMatchObject({ issuer: '', audiences: '' })
      expect(linkOf(chosen, 'graphql', 'UserIdentity')).toMatchObject({
        ...CHOSEN.userIdentity,
        audiences: 'portal-client,mobile-client',
      })
    })

    it('the public dataset is published by the stage that names it, and by no other', () => {
      const { staging, chosen } = stages()
      expect(linkOf(chosen, 'job-export-dataset', 'DatasetHost')).toMatchObject({
        ...CHOSEN.dataset,
        token: 'hf_secret',
      })
      expect(linkOf(staging, 'job-export-dataset', 'DatasetHost')).toMatchObject({
        dataset: '',
        reducedDataset: '',
        token: '',
      })
    })

    it('the jobs read the sites themselves, or ask a scraper that is kept apart', () => {
      const { production, chosen } = stages()
      expect(linkOf(production, 'job-scrape', 'Scraper')).toMatchObject({ url: '', token: '' })
      expect(linkOf(chosen, 'job-scrape', 'Scraper')).toMatchObject({
        url: 'https://scraper.example',
        token: '',
      })
      expect(linkOf(production, 'job-scrape-ebc', 'ScrapeService')).toMatchObject({
        contact: expect.stringMatching(/./) as string,
      })
    })

    it('texts are embedded by hashing', () => {
      const link = getOne(stages().staging, 'sst:sst:LinkRef', /^EmbeddingService/)
      expect(revealed(link.inputs['properties'])).toEqual({ kind: 'hashing' })
    })

    it('no address of users is exempt from the check for public addresses, in any stage', () => {
      const { production, staging, preview, chosen } = stages()
      for (const graph of [production, staging, preview, chosen])
        expect(linkOf(graph, 'graphql', 'Outbound')).toMatchObject({ allowedOrigins: '' })
    })
  })
}

const delivery = (choice: Partial<StageSettings['delivery']>): Partial<StageSettings> => ({
  delivery: { ...EXAMPLES.chosen.delivery, ...choice },
})
const { serviceIdentity, userIdentity } = CHOSEN

/** Settings that stop every stage, by their fault. */
const REFUSED: [string, Partial<StageSettings>, RegExp][] = [
  ['an embedding service that nobody chose', { embedding: { kind: 'unset' } }, /embedding: choose/],
  [
    'an embedding service without TLS',
    { embedding: { kind: 'http', url: 'http://embed.example/v1', model: 'm-768' } },
    /embedding\.url: an https URL/,
  ],
  [
    'vectors of another size',
    { embedding: { kind: 'http', url: 'https://embed.example/v1', model: 'm-1024', dimensions: 1024 } },
    /embedding\.dimensions: 768/,
  ],
  [
    'a distance that no two vectors have',
    { embedding: { kind: 'http', url: 'https://embed.example/v1', model: 'm-768', maxDistance: 3 } },
    /embedding\.maxDistance/,
  ],
  ['a name with https://', { domain: { ...CHOSEN.domain, name: 'https://api.exemplo.org' } }, /domain\.name/],
  [
    'a certificate of the site in the region of the stage',
    {
      site: {
        ...EXAMPLES.chosen.site,
        domain: {
          kind: 'elsewhere',
          name: 'site.org',
          certificateArn: 'arn:aws:acm:sa-east-1:1:certificate/0',
        },
      },
    },
    /site\.domain\.certificateArn: a certificate of ACM in us-east-1/,
  ],
  [
    'a site under the name of the API',
    { site: { ...EXAMPLES.chosen.site, domain: CHOSEN.domain } },
    /site\.domain\.name: another name/,
  ],
  [
    'a client of the site whose tokens the API refuses',
    { site: { ...EXAMPLES.chosen.site, clientId: 'stranger' } },
    /site\.clientId: one of userIdentity\.audiences/,
  ],
  [
    'an address of a login with a path',
    { site: { ...EXAMPLES.chosen.site, loginOrigins: ['https://tokens.example/oauth2'] } },
    /site\.loginOrigins: full https origins/,
  ],
  ['a zone by its name', { domain: { ...CHOSEN.domain, zoneId: 'exemplo.org' } }, /domain\.zoneId/],
  [
    'a certificate of another region',
    {
      domain: { kind: 'elsewhere', name: 'api.org', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/0' },
    },
    /domain\.certificateArn: a certificate of ACM in sa-east-1/,
  ],
  [
    'a disk that cannot grow',
    { database: { ...EXAMPLES.chosen.database, storageGb: 200 } },
    /database\.maxStorageGb: more than 110 %/,
  ],
  [
    'an instance that is none of ARM',
    { search: { kind: 'single', version: '27.1', instanceType: 'm7i.large', volumeGb: 30 } },
    /search\.instanceType: a type of ARM/,
  ],
  [
    'a way out that is none of ARM',
    { nat: { instance: 't3.nano', image: '' } },
    /nat\.instance: a type of ARM/,
  ],
  [
    'an index without TLS',
    { search: { kind: 'external', nodes: ['http://typesense.example:8108'] } },
    /search\.nodes: https URLs/,
  ],
  ['one release at once', { releaseConcurrency: 1 }, /releaseConcurrency: 2 to 1000/],
  ['pages of articles for less than a year', { rawPagesDays: 364 }, /rawPagesDays: whole days, at least 365/],
  ['half a day of pages', { rawPagesDays: 730.5 }, /rawPagesDays/],
  ['half a month of history', { historyMonths: 1.5 }, /historyMonths: whole months/],
  ['less than no history', { historyMonths: -1 }, /historyMonths/],
  ['any origin', { corsOrigins: ['*'] }, /corsOrigins/],
  ['an origin with a path', { corsOrigins: ['https://portal.example/noticias'] }, /corsOrigins/],
  ['no address of a scraper', { scraper: { kind: 'url', url: '' } }, /scraper\.url: an https URL/],
  [
    'a scraper without TLS',
    { scraper: { kind: 'url', url: 'http://scraper.example' } },
    /scraper\.url: an https URL/,
  ],
  ['a contact that nobody can reach', { scraper: { kind: 'own', contact: 'Redação' } }, /scraper\.contact/],
  [
    'a dataset without its reduced one',
    { dataset: { ...CHOSEN.dataset, reducedDataset: '' } },
    /dataset: give dataset and reducedDataset/,
  ],
  ['a portal without TLS', { portalUrl: 'http://portal.example' }, /portalUrl/],
  [
    'an issuer of service accounts without its audience',
    { serviceIdentity: { ...serviceIdentity, audience: '' } },
    /serviceIdentity: give/,
  ],
  [
    'an allowlist of service accounts without an issuer',
    { serviceIdentity: { ...serviceIdentity, issuer: '', audience: '', jwksUri: '' } },
    /serviceIdentity: give/,
  ],
  [
    'keys of service accounts without TLS',
    { serviceIdentity: { ...serviceIdentity, jwksUri: 'http://issuer.example/jwks' } },
    /serviceIdentity\.jwksUri/,
  ],
  [
    'an issuer of users without an audience',
    { userIdentity: { ...userIdentity, audiences: [] } },
    /userIdentity: give/,
  ],
  [
    'userinfo without an issuer of users',
    { userIdentity: { ...userIdentity, issuer: '', audiences: [], jwksUri: '' } },
    /userIdentity: give/,
  ],
  [
    'userinfo without TLS',
    { userIdentity: { ...userIdentity, userinfoUrl: 'http://issuer.example/userinfo' } },
    /userIdentity: https URLs/,
  ],
  [
    'one issuer for users and service accounts',
    { userIdentity: { ...userIdentity, issuer: serviceIdentity.issuer } },
    /userIdentity\.issuer: another/,
  ],
  [
    'a sender without an address',
    delivery({ email: { kind: 'ses', fromName: 'Pauta', fromAddress: 'pauta' } }),
    /fromAddress/,
  ],
  [
    'a push key without somebody to turn to',
    delivery({ push: { publicKey: 'key', subject: '' } }),
    /delivery\.push: give/,
  ],
  ['a base of links without TLS', delivery({ apiUrl: 'http://api.exemplo.org' }), /delivery\.apiUrl/],
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

    it.each(REFUSED)('%s', (_, settings, message) => {
      expect(() => checkSettings('production', { ...good, ...settings })).toThrow(message)
    })

    it('a site in a preview', () => {
      expect(() => checkSettings('pr-7', good)).toThrow(/site\.enabled: not in a preview/)
    })

    it('a name that no resource can have', () => {
      expect(() => checkSettings('PR_7', good)).toThrow(/stage "PR_7": use lower-case letters/)
    })
  })
}
