/** `production` is kept and protected, `staging` is shared by every preview, any other stage is a preview. */
export type StageKind = 'production' | 'staging' | 'preview'

/** The search index: `single` runs one instance in the network, `cloud` uses a Typesense Cloud cluster. */
export type SearchService =
  | { kind: 'single'; instanceType: string; volumeGb: number }
  | { kind: 'cloud'; url: string }

/** A service that makes vectors of 768 numbers of texts. */
export interface HttpEmbedding {
  kind: 'http'
  /** `texts`, which is the default: POST {"texts"} to the URL. `openai`: the URL is the base of OpenAI's `/embeddings`. */
  protocol?: 'texts' | 'openai'
  url: string
  model: string
  /** Greatest cosine distance of a neighbour, to be measured for each model; 1 where nothing is given. */
  maxDistance?: number
  /** 768, for a model that can shorten its vectors (`openai` only). */
  dimensions?: number
  /** Put before queries and before articles, as models of the E5 family want it: `query: ` and `passage: `. */
  queryPrefix?: string
  passagePrefix?: string
}

/** A service that embeds texts, or the hashing embedder, which has to be chosen on purpose. */
export type EmbeddingChoice = { kind: 'unset' } | HttpEmbedding | { kind: 'hashing' }

/** The issuer of service accounts and who of them may use the internal surface; closed where nothing is given. */
export interface ServiceIdentity {
  issuer: string
  audience: string
  jwksUri: string
  /** E-mails or subjects. */
  allowlist: readonly string[]
}

/** The issuer of users' tokens; nobody can log in where nothing is given. */
export interface UserIdentity {
  issuer: string
  /** Of which a token names one in `aud`, `client_id` or `azp`. */
  audiences: readonly string[]
  jwksUri: string
  /** Where the issuer tells what a token does not; empty: the token alone is read. */
  userinfoUrl: string
}

/** By what mails leave: SES (whose domain is verified once an account, by hand), a server, or not at all. */
export type EmailChoice =
  | { kind: 'off' }
  | { kind: 'ses'; fromName: string; fromAddress: string }
  | {
      kind: 'smtp'
      fromName: string
      fromAddress: string
      host: string
      port: number
      tls: 'implicit' | 'starttls'
      user: string
    }

/** How people are reached; the keys to it are secrets. */
export interface DeliverySettings {
  email: EmailChoice
  /** Name of the Telegram bot without the @; empty: no bot. */
  telegramBot: string
  /** The public half of the VAPID keys and whom a push service may turn to; both empty: no pushes. */
  push: { publicKey: string; subject: string }
  /** Messages a second that each provider bears, of all workers together. */
  ratePerSecond: { email: number; telegram: number; push: number; webhook: number }
  /** Base of the links in mails where a domain stands before the API; empty: the API's own address. */
  apiUrl: string
}

/** A language model by an OpenAI-compatible service or by Amazon Bedrock; without one, rules do its work. */
export type LanguageModelChoice =
  | { kind: 'none' }
  | { kind: 'openai-compatible'; url: string; model: string }
  /** `model` is the id of a model or of an inference profile; a blank region is the stage's own. */
  | { kind: 'bedrock'; model: string; region: string }

/** Where the news is published as open data; nowhere where no dataset is named. */
export interface DatasetSettings {
  hubUrl: string
  /** Of the hub's dataset viewer. */
  viewerUrl: string
  /** `owner/name` of the dataset with every column and of the reduced one; both must exist. */
  dataset: string
  reducedDataset: string
}

/** What may differ between stages and may be read by anyone. What may not is in secrets.ts. */
export interface StageSettings {
  region: string
  database: {
    instance: string
    storageGb: number
    maxStorageGb: number
    /** Fixed here rather than derived from memory, so that a test can compare it with what the functions may open. */
    maxConnections: number
  }
  search: SearchService
  embedding: EmbeddingChoice
  serviceIdentity: ServiceIdentity
  userIdentity: UserIdentity
  delivery: DeliverySettings
  languageModel: LanguageModelChoice
  /** A service that generates recortes in our place; empty: we do it ourselves. */
  agentWorker: { url: string }
  /** Streams at once; each holds a database connection while it lasts. */
  streamConcurrency: number
  /** GraphQL environments at once; each holds at most two database connections. */
  graphqlConcurrency: number
  /** Upper bound of any worker's own concurrency. */
  workerConcurrency: number
  /** Upper bound of any job's own concurrency. */
  jobConcurrency: number
  /** Whether jobs run on the clock; elsewhere they are started by hand, or every stage would read 160 sites. */
  schedules: boolean
  /** The service that reads the sites. */
  scraper: { url: string }
  dataset: DatasetSettings
  /** Who is told of alarms; empty: nobody, they are only shown. */
  alarmEmail: string
  /** Base of a collector's `/v1/traces` (OpenTelemetry over HTTP; empty: no traces) and the share of work that is recorded. */
  tracing: { endpoint: string; sampleRatio: number }
  /** Whether known attackers and floods are turned away before the API; see firewall.ts. */
  firewall: boolean
  /** Requests of all callers together, per second and in a burst. */
  throttle: { requestsPerSecond: number; burst: number }
  /** Base of the links in digests, without a slash at its end; empty while there is no portal. */
  portalUrl: string
  /** Origins that browsers may call from. */
  corsOrigins: readonly string[]
}

const production: StageSettings = {
  // The nearest to the "US central" that the interface documents promise, and among the cheapest.
  region: 'us-east-2',
  database: { instance: 't4g.medium', storageGb: 20, maxStorageGb: 200, maxConnections: 450 },
  search: { kind: 'single', instanceType: 't4g.large', volumeGb: 30 },
  embedding: { kind: 'unset' },
  serviceIdentity: { issuer: '', audience: '', jwksUri: '', allowlist: [] },
  userIdentity: { issuer: '', audiences: [], jwksUri: '', userinfoUrl: '' },
  delivery: {
    email: { kind: 'off' },
    telegramBot: '',
    push: { publicKey: '', subject: '' },
    // What SES gives an account that left its sandbox, and what Telegram takes of a bot; receivers of the others are many.
    ratePerSecond: { email: 14, telegram: 25, push: 1000, webhook: 1000 },
    apiUrl: '',
  },
  languageModel: { kind: 'none' },
  agentWorker: { url: '' },
  streamConcurrency: 20,
  graphqlConcurrency: 50,
  workerConcurrency: 10,
  jobConcurrency: 20,
  schedules: true,
  scraper: { url: '' },
  dataset: {
    hubUrl: 'https://huggingface.co',
    viewerUrl: 'https://datasets-server.huggingface.co',
    dataset: '',
    reducedDataset: '',
  },
  alarmEmail: '',
  tracing: { endpoint: '', sampleRatio: 0.1 },
  firewall: true,
  throttle: { requestsPerSecond: 200, burst: 400 },
  portalUrl: '',
  corsOrigins: [],
}

const staging: StageSettings = {
  ...production,
  // Every preview may open some of them, and hardly any does at the same time.
  database: { instance: 't4g.small', storageGb: 20, maxStorageGb: 50, maxConnections: 600 },
  search: { kind: 'single', instanceType: 't4g.medium', volumeGb: 20 },
  streamConcurrency: 3,
  graphqlConcurrency: 10,
  workerConcurrency: 2,
  jobConcurrency: 2,
  schedules: false,
  firewall: false,
  // A run that is started by hand must not reach what production publishes.
  dataset: { ...production.dataset, dataset: '', reducedDataset: '' },
  throttle: { requestsPerSecond: 50, burst: 100 },
}

/** Network, database server and index are staging's; only what a preview runs by itself counts here. */
const preview: StageSettings = { ...staging, graphqlConcurrency: 3, streamConcurrency: 2 }

export const STAGE_SETTINGS: Record<StageKind, StageSettings> = { production, staging, preview }

export function stageKindOf(stage: string): StageKind {
  return stage === 'production' || stage === 'staging' ? stage : 'preview'
}

export function settingsOf(stage: string): StageSettings {
  return STAGE_SETTINGS[stageKindOf(stage)]
}
