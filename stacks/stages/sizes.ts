import { byChannel } from '../../packages/platform/src/config/delivery-channels.ts'
import type { Size, StageSettings } from './stage-settings.ts'

/** Settings that are objects: a stage may give some of their values and keep the others. */
type Merged = 'database' | 'delivery' | 'nat' | 'site'

/** The values that a stage chooses itself. */
export type StageChoices = Partial<Omit<StageSettings, Merged | 'size'>> & {
  size: Size
} & { [Name in Merged]?: Partial<StageSettings[Name]> }

/** Servers, concurrency and protection by size. docs/operations.md has the price of each. */
export const SIZES = {
  // 100,000 articles in 2 GB of memory of the index, and 220 connections in 2 GB of the database.
  small: {
    database: {
      kind: 'single',
      instance: 't4g.small',
      storageGb: 20,
      maxStorageGb: 50,
      maxConnections: 220,
      adopt: '',
    },
    search: { kind: 'single', version: '27.1', instanceType: 't4g.small', volumeGb: 20 },
    streamConcurrency: 3,
    liveConcurrency: 2,
    graphqlConcurrency: 8,
    mcpConcurrency: 2,
    feedConcurrency: 2,
    pageConcurrency: 2,
    exportConcurrency: 2,
    workerConcurrency: 2,
    releaseConcurrency: 2,
    mailConcurrency: 2,
    jobConcurrency: 2,
    firewall: false,
    throttle: { requestsPerSecond: 50, burst: 100 },
  },
  standard: {
    database: {
      kind: 'single',
      instance: 't4g.medium',
      storageGb: 20,
      maxStorageGb: 200,
      maxConnections: 450,
      adopt: '',
    },
    search: { kind: 'single', version: '27.1', instanceType: 't4g.large', volumeGb: 30 },
    streamConcurrency: 20,
    liveConcurrency: 5,
    graphqlConcurrency: 38,
    mcpConcurrency: 4,
    feedConcurrency: 5,
    pageConcurrency: 3,
    exportConcurrency: 2,
    workerConcurrency: 10,
    releaseConcurrency: 5,
    mailConcurrency: 2,
    jobConcurrency: 20,
    firewall: true,
    throttle: { requestsPerSecond: 200, burst: 400 },
  },
} as const satisfies Record<Size, Partial<StageSettings>>
type Sized = keyof (typeof SIZES)[Size]

/** What a stage has that says nothing else: nothing leaves it, and nobody logs in. */
const DEFAULTS: Omit<StageSettings, Sized | 'size'> = {
  // The region nearest to "US central", which the interface documents name, and among the cheapest.
  region: 'us-east-2',
  nat: { instance: 't4g.nano', image: '' },
  domain: { kind: 'none' },
  site: {
    enabled: true,
    domain: { kind: 'none' },
    clientId: '',
    operatorClientId: '',
    docsUrl: '',
    loginOrigins: [],
  },
  embedding: { kind: 'unset' },
  serviceIdentity: { issuer: '', audience: '', jwksUri: '', allowlist: [] },
  userIdentity: { issuer: '', audiences: [], jwksUri: '', userinfoUrl: '' },
  delivery: {
    email: { kind: 'off' },
    telegramBot: '',
    push: { publicKey: '', subject: '' },
    // SES allows 14 a second after the sandbox, Telegram 25 per bot. The other channels have many receivers.
    ratePerSecond: { ...byChannel(() => 1000), email: 14, telegram: 25 },
    apiUrl: '',
  },
  languageModel: { kind: 'none' },
  agentWorker: { url: '' },
  schedules: false,
  scraper: { kind: 'own' },
  rawPagesDays: 730,
  historyMonths: 0,
  dataset: {
    hubUrl: 'https://huggingface.co',
    viewerUrl: 'https://datasets-server.huggingface.co',
    dataset: '',
    reducedDataset: '',
  },
  alarmEmail: '',
  portalAddresses: [],
  portalUrl: '',
  publisher: {},
  corsOrigins: [],
}

/** Returns all settings of a stage: its choices, then those of its size, then the defaults. */
export function makeSettings({ database, delivery, nat, site, ...choices }: StageChoices): StageSettings {
  const sized = SIZES[choices.size]
  return {
    ...DEFAULTS,
    ...sized,
    ...choices,
    database: { ...sized.database, ...database },
    delivery: { ...DEFAULTS.delivery, ...delivery },
    nat: { ...DEFAULTS.nat, ...nat },
    site: { ...DEFAULTS.site, ...site },
  }
}
