import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findSectionOutside, RESOURCE_OF_SECTION, type ConfigSection } from './config.ts'
import { DELIVERY_CHANNELS } from './delivery-channels.ts'

const byChannel = <Value>(value: Value) =>
  Object.fromEntries(DELIVERY_CHANNELS.map((channel) => [channel, value]))

const A = 'https://a.example'
const B = 'https://b.example'
const QUEUE = { url: A }

/** Every section: its resource, a value of each field, and what it has without the optional ones. */
const SECTIONS: Partial<
  Record<ConfigSection, [resource: string, full: object, required?: object, defaults?: object]>
> = {
  settings: [
    'Settings',
    {
      stage: 's',
      version: '1',
      logLevel: 'trace',
      corsOrigins: [A, B],
      portalUrl: A,
      siteUrl: B,
      catalogueSeconds: 300,
      stallSeconds: 300,
      streams: 1,
      rawPagesDays: 1,
      historyMonths: 1,
      classification: true,
    },
    { stage: 's' },
    {
      version: 'development',
      logLevel: 'info',
      corsOrigins: [],
      portalUrl: '',
      siteUrl: '',
      catalogueSeconds: 30,
      stallSeconds: 20,
      streams: 100,
      rawPagesDays: 730,
      historyMonths: 0,
      classification: false,
    },
  ],
  database: [
    'Database',
    { host: 'h', port: 1, username: 'u', password: '', database: 'd', tls: 'off', ca: 'PEM' },
    { host: 'h', port: 1, username: 'u', password: '', database: 'd' },
    { tls: 'verify-full' },
  ],
  index: [
    'SearchIndex',
    { url: A, nodes: [A, B], key: 'k', collection: 'c', ca: 'PEM' },
    { url: A, key: 'k' },
    { nodes: [], collection: 'news' },
  ],
  storage: ['Storage', { name: 'n', folder: '/f' }, { name: 'n' }, { folder: '' }],
  serviceIdentity: [
    'ServiceIdentity',
    { issuer: 'i', audience: 'a', jwksUri: A, allowlist: ['x', 'y'], role: 'r', roleClaim: 'c' },
    {},
    { issuer: '', audience: '', jwksUri: '', allowlist: [], role: '', roleClaim: '' },
  ],
  userIdentity: [
    'UserIdentity',
    { issuer: 'i', audiences: ['a', 'b'], jwksUri: A, userinfoUrl: B },
    {},
    { issuer: '', audiences: [], jwksUri: '', userinfoUrl: '' },
  ],
  newsIngestQueue: ['NewsIngestQueue', QUEUE],
  enrichQueue: ['EnrichQueue', QUEUE],
  classifyQueue: ['ClassifyQueue', QUEUE],
  embedQueue: ['EmbedQueue', QUEUE],
  indexQueue: ['IndexQueue', QUEUE],
  releaseQueue: ['ReleaseQueue', QUEUE],
  deliverEmailQueue: ['DeliverEmailQueue', QUEUE],
  deliverTelegramQueue: ['DeliverTelegramQueue', QUEUE],
  deliverPushQueue: ['DeliverPushQueue', QUEUE],
  deliverWebhookQueue: ['DeliverWebhookQueue', QUEUE],
  deliverSlackQueue: ['DeliverSlackQueue', QUEUE],
  scheduler: [
    'ReleaseScheduler',
    { group: 'g', roleArn: 'r', queueArn: 'q' },
    {},
    { group: '', roleArn: '', queueArn: '' },
  ],
  jobQueues: ['JobQueues', { urls: { purge: A } }],
  deadLetters: ['DeadLetters', { queues: { embed: { url: A, deadLetterUrl: B } } }],
  scraper: ['Scraper', { url: A, token: 't' }, {}, { url: '', token: '' }],
  scrapeService: [
    'ScrapeService',
    { contact: 'c', relay: { url: A, token: 't' }, delayMilliseconds: 60_000, allowedOrigins: [A] },
    { contact: 'c' },
    { relay: { url: '', token: '' }, delayMilliseconds: 1000, allowedOrigins: [] },
  ],
  datasetHost: [
    'DatasetHost',
    { hubUrl: A, viewerUrl: B, dataset: 'o/a', reducedDataset: 'o/b', token: 'hf_t' },
    {},
    {
      hubUrl: 'https://huggingface.co',
      viewerUrl: 'https://datasets-server.huggingface.co',
      dataset: '',
      reducedDataset: '',
      token: '',
    },
  ],
  publisher: [
    'Publisher',
    {
      name: 'n',
      contact: A,
      privacyContact: 'p@example.org',
      markUrl: B,
      colour: '#000000',
      darkColour: '#ffffff',
      textLicence: 't',
      dataLicence: 'd',
    },
  ],
  outbound: ['Outbound', { allowedOrigins: [A] }, {}, { allowedOrigins: [] }],
  delivery: [
    'Delivery',
    { apiUrl: A, ratePerSecond: byChannel(0.5), senders: byChannel(1) },
    { apiUrl: A, ratePerSecond: byChannel(0.5) },
    {},
  ],
  email: [
    'Email',
    {
      kind: 'smtp',
      fromName: 'n',
      fromAddress: 'a@example.org',
      host: 'h',
      port: 1,
      tls: 'off',
      user: 'u',
      password: 'p',
    },
    { kind: 'smtp', fromName: 'n', fromAddress: 'a@example.org', host: 'h', port: 1 },
    { tls: 'starttls', user: '', password: '' },
  ],
  telegram: [
    'Telegram',
    { token: 't', apiUrl: A, botName: 'b', updatesSecret: 's' },
    {},
    { token: '', apiUrl: 'https://api.telegram.org', botName: '', updatesSecret: '' },
  ],
  push: [
    'Push',
    { publicKey: 'p', privateKey: 'q', subject: 's' },
    {},
    { publicKey: '', privateKey: '', subject: '' },
  ],
  linkSigning: [
    'LinkSigning',
    { secret: 'x'.repeat(16), previous: 'p' },
    { secret: 'x'.repeat(16) },
    { previous: '' },
  ],
  embedding: [
    'EmbeddingService',
    {
      kind: 'http',
      protocol: 'openai',
      url: A,
      model: 'm',
      token: 't',
      maxDistance: 2,
      dimensions: 768,
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
    },
    { kind: 'http', url: A, model: 'm' },
    { protocol: 'texts', token: '', maxDistance: 1, queryPrefix: '', passagePrefix: '' },
  ],
  agentWorker: ['AgentWorker', { url: A, token: 't' }, {}, { url: '', token: '' }],
  languageModel: [
    'LanguageModel',
    { kind: 'openai-compatible', url: A, model: 'm', token: 't', monthlyTokens: 7 },
    { kind: 'openai-compatible', url: A, model: 'm' },
    { token: '', monthlyTokens: 0 },
  ],
}

const read = (section: ConfigSection, value: object, defaults?: Record<string, unknown>) => {
  vi.stubEnv(`SST_RESOURCE_${RESOURCE_OF_SECTION[section]}`, JSON.stringify(value))
  return findSectionOutside(section, defaults)
}
const sections = Object.keys(RESOURCE_OF_SECTION) as ConfigSection[]

describe('a section of the configuration', () => {
  beforeEach(() => vi.unstubAllEnvs())
  afterEach(() => vi.unstubAllEnvs())

  it('is in this table', () => {
    expect(sections.toSorted()).toEqual(Object.keys(SECTIONS).toSorted())
  })

  it.each(sections)(
    '%s keeps every field of its resource, and has defaults for the optional ones',
    (section) => {
      const [resource, full, required = full, defaults] = SECTIONS[section] ?? ['', {}]
      expect(RESOURCE_OF_SECTION[section]).toBe(resource)
      expect(read(section, full)).toEqual(full)
      expect(read(section, required)).toEqual({ ...required, ...defaults })
    },
  )

  it.each([
    ['email', { kind: 'off' }],
    ['email', { kind: 'ses', fromName: 'n', fromAddress: 'a@example.org', configurationSet: 'c' }],
    ['email', { ...SECTIONS.email?.[1], tls: 'implicit' }],
    ['embedding', { kind: 'hashing' }],
    ['languageModel', { kind: 'none' }],
    ['languageModel', { kind: 'bedrock', model: 'm', region: 'r', monthlyTokens: 7 }],
  ] as const)('%s may be %j', (section, value) => {
    expect(read(section, value)).toEqual(value)
  })

  it('takes the fields that the variable lacks from the given defaults', () => {
    expect(read('scraper', { token: 't' }, { url: A, token: 'other' })).toEqual({ url: A, token: 't' })
  })

  it.each(['7', 'null', '"a"'])('is no %s', (json) => {
    vi.stubEnv('SST_RESOURCE_Scraper', json)
    expect(() => findSectionOutside('scraper', {})).toThrow('SST_RESOURCE_Scraper is not usable')
  })

  it('reads lists of texts with commas, and numbers of texts', () => {
    expect(read('outbound', { allowedOrigins: ` ${A}, ,${B}` })).toEqual({ allowedOrigins: [A, B] })
    expect(read('settings', { stage: 's', streams: '5' })).toMatchObject({ streams: 5 })
  })

  // A file of secrets ends with a line break.
  it.each([
    ['settings', { stage: 's', portalUrl: ` ${A}\n`, siteUrl: ` ${B}\n` }],
    ['scraper', { token: ' t\n' }],
    ['datasetHost', { dataset: 'o/a', reducedDataset: 'o/b', token: ' hf_t\n' }],
    ['push', { publicKey: ' p\n', privateKey: ' q\n', subject: ' s\n' }],
    ['linkSigning', { secret: ` ${'x'.repeat(16)}\n`, previous: ' p\n' }],
    ['embedding', { kind: 'http', url: A, model: ' m\n', token: ' t\n' }],
  ] as const)('%s reads %j without the blanks around its texts', (section, value) => {
    const trimmed = Object.entries(value).map(([field, text]) => [field, text.trim()])
    expect(read(section, value)).toMatchObject(Object.fromEntries(trimmed) as object)
  })

  it.each([
    ['embedding', { dimensions: 767 }, 'dimensions: the database and the index take 768'],
    ['datasetHost', { dataset: 'o' }, 'dataset: must be owner/name'],
  ] as const)('%s with %j names the remedy', (section, change, remedy) => {
    expect(() => read(section, { ...SECTIONS[section]?.[1], ...change })).toThrow(remedy)
  })

  it.each([
    ['settings', { catalogueSeconds: 301 }],
    ['settings', { catalogueSeconds: -1 }],
    ['settings', { stallSeconds: 0 }],
    ['settings', { stallSeconds: 301 }],
    ['settings', { streams: 0 }],
    ['settings', { rawPagesDays: 0 }],
    ['settings', { historyMonths: -1 }],
    ['settings', { stage: ' ' }],
    ['database', { port: 0 }],
    ['database', { port: 1.5 }],
    ['scrapeService', { delayMilliseconds: -1 }],
    ['scrapeService', { delayMilliseconds: 60_001 }],
    ['datasetHost', { token: 't' }],
    ['datasetHost', { dataset: 'o' }],
    ['linkSigning', { secret: 'x'.repeat(15) }],
    ['linkSigning', { secret: `${'x'.repeat(15)} ` }],
    ['serviceIdentity', { roleClaim: '' }],
    ['jobQueues', { urls: { purge: 'x' } }],
    ['embedding', { maxDistance: 2.1 }],
    ['embedding', { maxDistance: 0 }],
    ['embedding', { dimensions: 767 }],
    ['languageModel', { monthlyTokens: -1 }],
    ['delivery', { ratePerSecond: byChannel(0) }],
    ['delivery', { senders: byChannel(0) }],
    ['delivery', { ratePerSecond: { email: 1 } }],
    ['storage', { name: '' }],
    ['scraper', { url: 'ftp://a.example' }],
    ['deadLetters', { queues: { embed: { url: A } } }],
  ] as const)('%s refuses %j', (section, change) => {
    const value = { ...SECTIONS[section]?.[1], ...change }
    expect(() => read(section, value)).toThrow(`is not usable`)
  })
})
