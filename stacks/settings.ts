/** `production` is kept and protected, `staging` is shared by every preview, any other stage is a preview. */
export type StageKind = 'production' | 'staging' | 'preview'

/** Search runs on one instance of ours, or on a Typesense Cloud cluster whose URL stands here. */
export type SearchService =
  | { kind: 'instance'; instanceType: string; volumeGb: number }
  | { kind: 'typesense-cloud'; url: string }

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
  search: { kind: 'instance', instanceType: 't4g.large', volumeGb: 30 },
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
  search: { kind: 'instance', instanceType: 't4g.medium', volumeGb: 20 },
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

/** Numbers of a vector in the database and in the index. */
const VECTOR_DIMENSIONS = 768

function listEmbeddingProblems({ url, maxDistance = 1, dimensions }: HttpEmbedding): string[] {
  return [
    url.startsWith('https://') ? '' : 'embedding.url: an https URL',
    maxDistance > 0 && maxDistance <= 2 ? '' : 'embedding.maxDistance: a cosine distance above 0, at most 2',
    dimensions === undefined || dimensions === VECTOR_DIMENSIONS
      ? ''
      : `embedding.dimensions: ${VECTOR_DIMENSIONS}, or nothing; a model of another size cannot be used`,
  ].filter((problem) => problem !== '')
}

/** Throws one error that lists everything that must be decided before the stage can be deployed. */
export function checkSettings(stage: string, settings: StageSettings): void {
  const problems: string[] = []
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(stage))
    problems.push(`stage "${stage}": use lower-case letters, digits and dashes, at most 31, a letter first`)
  if (settings.embedding.kind === 'unset')
    problems.push(
      "embedding: name the service ({ kind: 'http', url, model }) or say { kind: 'hashing' } on purpose",
    )
  if (settings.embedding.kind === 'http') problems.push(...listEmbeddingProblems(settings.embedding))
  if (settings.schedules && settings.scraper.url === '')
    problems.push('scraper.url: name the scraper service, or set schedules to false')
  if (settings.scraper.url !== '' && !settings.scraper.url.startsWith('https://'))
    problems.push('scraper.url: an https URL')
  if (settings.corsOrigins.some((origin) => !/^https:\/\/[^/*]+$/.test(origin)))
    problems.push('corsOrigins: full https origins only, without a path and never *')
  if (settings.portalUrl !== '' && !/^https:\/\/.*[^/]$/.test(settings.portalUrl))
    problems.push('portalUrl: an https URL without a slash at its end')
  const { issuer, audience, jwksUri, allowlist } = settings.serviceIdentity
  const parts = [issuer, audience, jwksUri]
  if (parts.includes('') && (parts.some((part) => part !== '') || allowlist.length > 0))
    problems.push('serviceIdentity: give issuer, audience and jwksUri together, or leave all of it empty')
  if (jwksUri !== '' && !jwksUri.startsWith('https://'))
    problems.push('serviceIdentity.jwksUri: an https URL')
  if (allowlist.some((account) => account.trim() === '' || account.includes(',')))
    problems.push('serviceIdentity.allowlist: one e-mail or subject an entry')
  problems.push(
    ...listUserIdentityProblems(settings),
    ...listDeliveryProblems(settings),
    ...listDatasetProblems(settings),
  )
  if (settings.agentWorker.url !== '' && !settings.agentWorker.url.startsWith('https://'))
    problems.push('agentWorker.url: an https URL')
  const { languageModel, tracing } = settings
  if (tracing.endpoint !== '' && !tracing.endpoint.startsWith('https://'))
    problems.push('tracing.endpoint: an https URL')
  if (!(tracing.sampleRatio >= 0 && tracing.sampleRatio <= 1))
    problems.push('tracing.sampleRatio: a share from 0 to 1')
  if (languageModel.kind === 'openai-compatible' && !languageModel.url.startsWith('https://'))
    problems.push('languageModel.url: an https URL')
  if (problems.length > 0)
    throw new Error(`stacks/settings.ts is not ready for the stage ${stage}:\n- ${problems.join('\n- ')}`)
}

function listDatasetProblems({
  dataset: { hubUrl, viewerUrl, dataset, reducedDataset },
}: StageSettings): string[] {
  const problems: string[] = []
  if ((dataset === '') !== (reducedDataset === ''))
    problems.push('dataset: give dataset and reducedDataset together, or leave both empty')
  if ([dataset, reducedDataset].some((name) => name !== '' && !/^[\w.-]+\/[\w.-]+$/.test(name)))
    problems.push('dataset: owner/name')
  if ([hubUrl, viewerUrl].some((url) => !url.startsWith('https://')))
    problems.push('dataset: https URLs for hubUrl and viewerUrl')
  return problems
}

function listUserIdentityProblems({ userIdentity, serviceIdentity }: StageSettings): string[] {
  const { issuer, audiences, jwksUri, userinfoUrl } = userIdentity
  const problems: string[] = []
  const missing = [issuer === '', audiences.length === 0, jwksUri === '']
  const together = missing.every((part) => part === (issuer === ''))
  if (!together || (issuer === '' && userinfoUrl !== ''))
    problems.push('userIdentity: give issuer, audiences and jwksUri together, or leave all of it empty')
  if ([jwksUri, userinfoUrl].some((url) => url !== '' && !url.startsWith('https://')))
    problems.push('userIdentity: https URLs for jwksUri and userinfoUrl')
  if (audiences.some((audience) => audience.trim() === '' || audience.includes(',')))
    problems.push('userIdentity.audiences: one audience an entry')
  // A token says by its issuer whether it is a user's or a service's.
  if (issuer !== '' && issuer === serviceIdentity.issuer)
    problems.push('userIdentity.issuer: another issuer than that of service accounts')
  return problems
}

function listDeliveryProblems({ delivery }: StageSettings): string[] {
  const { email, push, ratePerSecond, apiUrl } = delivery
  const problems: string[] = []
  if (email.kind !== 'off' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.fromAddress))
    problems.push('delivery.email.fromAddress: an e-mail address')
  if ((push.publicKey === '') !== (push.subject === ''))
    problems.push('delivery.push: give publicKey and subject together, or leave both empty')
  if (push.subject !== '' && !/^(mailto:|https:\/\/)/.test(push.subject))
    problems.push('delivery.push.subject: a mailto: or https address')
  if (Object.values(ratePerSecond).some((rate) => !(rate > 0)))
    problems.push('delivery.ratePerSecond: more than nothing for every channel')
  if (apiUrl !== '' && !/^https:\/\/.*[^/]$/.test(apiUrl))
    problems.push('delivery.apiUrl: an https URL without a slash at its end')
  return problems
}
