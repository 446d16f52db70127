import { describe, expect, it } from 'vitest'
import { checkSettings } from '../../stacks/stages/check-settings.ts'
import { listQuotaNeeds } from '../../stacks/quota-needs.ts'
import { STAGE_SETTINGS } from '../../stacks/stages/settings.ts'
import { SIZES } from '../../stacks/stages/sizes.ts'
import {
  stageKindOf,
  type HttpEmbedding,
  type SearchMachine,
  type StageSettings,
} from '../../stacks/stages/stage-settings.ts'
import { CHOSEN, CHOSEN_EMAIL, EXAMPLES } from './stage-settings.ts'

const { serviceIdentity } = CHOSEN

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
  userIdentity: { ...CHOSEN.userIdentity, ...choice },
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
  [
    'portalAddresses: IPv4 blocks',
    { portalAddresses: ['203.0.113.7'] },
    { portalAddresses: ['2030.0.113.7/32'] },
  ],
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

// A test of stacks.cloud.test.ts proves that a stage calls `checkSettings` first.
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

  it.each<[string, ...Partial<StageSettings>[]]>([
    ['a vector of the right size', embedding({ dimensions: 768, maxDistance: 2 })],
    ['names of 63 letters', { domain: { ...domain, name: `${'a'.repeat(63)}.org` } }],
    ['a certificate of its own region', { domain: elsewhere('sa-east-1') }],
    ['a certificate of the region of sites', site({ domain: elsewhere('us-east-1') })],
    ['a client of the audiences, or none', site({ clientId: 'mobile-client' }), site({ clientId: '' })],
    ['origins of logins', site({ loginOrigins: ['https://tokens.example'] })],
    ['a disk that may grow', { database: { ...database, storageGb: 100, maxStorageGb: 111 } }],
    ['an image', search({ image: 'ami-01234567' }), { nat: { ...nat, image: 'ami-0123456789abcdef0' } }],
    ['the least and the most environments', { releaseConcurrency: 2, mailConcurrency: 1000 }],
    ['the shortest times', { rawPagesDays: 365, historyMonths: 0 }],
    [
      'a contact',
      { scraper: { kind: 'own', contact: 'mailto:a@b.org' } },
      { scraper: { kind: 'own', contact: 'https://b.org' } },
    ],
    ['no dataset', { dataset: { ...dataset, dataset: '', reducedDataset: '' } }],
    [
      'a budget of one token',
      { languageModel: { kind: 'bedrock', model: 'm', region: '', monthlyTokens: 1 } },
    ],
    ['no language model', { languageModel: { kind: 'none' } }],
    [
      'nobody who logs in',
      users({ issuer: '', audiences: [], jwksUri: '', userinfoUrl: '' }),
      site({ clientId: '' }),
    ],
    ['no service accounts', service({ issuer: '', audience: '', jwksUri: '', allowlist: [] })],
    ['mails off', delivery({ email: { kind: 'off' } })],
    ['a key of pushes', delivery({ push: { publicKey: 'key', subject: 'mailto:a@b.org' } })],
    ['no address of the API', delivery({ apiUrl: '' })],
  ])('not %s', (_, ...choices) => {
    expect(() =>
      checkSettings('production', Object.assign({}, good, ...choices) as StageSettings),
    ).not.toThrow()
  })

  it.each<[string, ...Partial<StageSettings>[]]>([
    ['domain.name', { domain: { ...domain, name: `${'a'.repeat(64)}.org` } }],
    [
      'database.maxStorageGb: more than 110 %',
      { database: { ...database, storageGb: 100, maxStorageGb: 110 } },
    ],
    ['embedding.maxDistance', embedding({ maxDistance: 2.1 })],
    ['mailConcurrency: 2 to 1000', { mailConcurrency: 2.5 }, { mailConcurrency: 1001 }],
    ['nat.image', { nat: { ...nat, image: 'ami-0123456' } }],
    [
      'scraper.contact',
      { scraper: { kind: 'own', contact: 'mailto:a b@c.org' } },
      { scraper: { kind: 'own', contact: 'b.org' } },
    ],
    ['dataset: give', { dataset: { ...dataset, dataset: '' } }],
    ['dataset: owner/name', { dataset: { ...dataset, reducedDataset: 'a/b/c' } }],
    ['dataset: https URLs', { dataset: { ...dataset, viewerUrl: '' } }],
    ['delivery.push: give', delivery({ push: { publicKey: '', subject: 'mailto:a@b.org' } })],
    ['serviceIdentity: give', service({ issuer: '' }), service({ jwksUri: '' })],
    ['serviceIdentity.allowlist', service({ allowlist: ['a', ' '] })],
    ['userIdentity: give', users({ issuer: '' }), users({ jwksUri: '' })],
    ['userIdentity: https URLs', users({ jwksUri: 'http://issuer.example/jwks' })],
    [
      'languageModel.monthlyTokens',
      { languageModel: { kind: 'bedrock', model: 'm', region: '', monthlyTokens: 0 } },
    ],
  ])('%s, each part alone', (problem, ...choices) => {
    for (const choice of choices)
      expect(() => checkSettings('production', { ...good, ...choice })).toThrow(`\n- ${problem}`)
  })

  it('a site in a preview', () => {
    expect(() => checkSettings('pr-7', good)).toThrow(/site\.enabled: not in a preview/)
  })

  it('a name that no resource can have', () => {
    expect(() => checkSettings('PR_7', good)).toThrow(/stage "PR_7": use lower-case letters/)
    expect(() => checkSettings(`a${'b'.repeat(31)}`, good)).toThrow(/use lower-case letters/)
    expect(() => checkSettings('7-pr', good)).toThrow(/use lower-case letters/)
  })
})

describe('what a stage asks of the quotas of its account', () => {
  const settings: StageSettings = {
    ...EXAMPLES.chosen,
    nat: { instance: 't4g.nano', image: '' },
    search: { kind: 'single', version: '27.1', instanceType: 'x2gd.2xlarge', volumeGb: 30 },
    graphqlConcurrency: 1,
    streamConcurrency: 2,
    liveConcurrency: 4,
    mcpConcurrency: 8,
    feedConcurrency: 16,
    pageConcurrency: 32,
    exportConcurrency: 64,
    schedules: true,
    delivery: {
      ...EXAMPLES.chosen.delivery,
      email: CHOSEN_EMAIL,
      ratePerSecond: { ...EXAMPLES.chosen.delivery.ratePerSecond, email: 14 },
    },
  }

  // Repeats the numbers on purpose: they decide cost and speed, and no other test shows a mistake.
  it('reserves as much as each size serves: GraphQL, the other routes, workers, jobs', () => {
    const reserved = Object.entries(SIZES).map(([size, one]) => [
      size,
      one.graphqlConcurrency,
      [one.streamConcurrency, one.liveConcurrency, one.mcpConcurrency, one.feedConcurrency],
      [one.pageConcurrency, one.exportConcurrency],
      [one.workerConcurrency, one.releaseConcurrency, one.mailConcurrency, one.jobConcurrency],
    ])
    expect(reserved).toEqual([
      ['small', 8, [3, 2, 2, 2], [2, 2], [2, 2, 2, 2]],
      ['standard', 38, [20, 5, 4, 5], [3, 2], [10, 5, 2, 20]],
    ])
  })

  it('counts each reserved environment, instance and mail', () => {
    expect(listQuotaNeeds(settings, false)).toEqual({
      reservedConcurrency: 167,
      elasticAddresses: 2,
      networks: 1,
      standardProcessors: 4,
      memoryProcessors: 16,
      databases: 1,
      schedules: 101_000,
      mailsPerSecond: 14,
    })
  })

  it('is concurrency alone in a preview, and less with an index and mails of others', () => {
    expect(listQuotaNeeds({ ...settings, schedules: false }, true)).toEqual({
      reservedConcurrency: 167,
      elasticAddresses: 0,
      networks: 0,
      standardProcessors: 0,
      memoryProcessors: 0,
      databases: 0,
      schedules: 0,
      mailsPerSecond: 14,
    })
    const others: StageSettings = {
      ...settings,
      nat: { instance: 't4g.xlarge', image: '' },
      search: { kind: 'external', nodes: ['https://a.example'] },
      delivery: { ...settings.delivery, email: { kind: 'off' } },
    }
    expect(listQuotaNeeds(others, false)).toMatchObject({
      standardProcessors: 8,
      memoryProcessors: 0,
      mailsPerSecond: 0,
    })
  })

  it.each([
    ['production', 'production'],
    ['staging', 'staging'],
    ['pr-7', 'preview'],
  ])('is that of the stage %s: %s', (stage, kind) => {
    expect(stageKindOf(stage)).toBe(kind)
  })
})
