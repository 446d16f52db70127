import type { Publisher } from '@pauta/platform/config/publisher'
import type { ByChannel } from '@pauta/platform/config/delivery-channels'
import { describeQueues, writeResources, type QueueUrls } from '@pauta/server/functions/queue-variables'

/** Addresses of a stack's emulators. */
export interface StackAddresses {
  database: {
    host: string
    port: number
    username: string
    password: string
    database: string
    tls: 'verify-full' | 'off'
  }
  index: { url: string; key: string; collection: string }
  /** SQS and S3, at one address. */
  aws: QueueUrls & { url: string; bucket: string }
  scraper: { url: string; token?: string }
  /** The dataset hub and its viewer. */
  datasetHub: { url: string }
  /** EventBridge Scheduler, and the names that clippings' schedules need. */
  scheduler: { url: string; group: string; roleArn: string; queueArn: string }
  /** Issuer of service accounts and the address of its keys. */
  serviceIdentity: { issuer: string; jwksUri: string }
  /** Issuer of users, with the addresses of its keys and its userinfo endpoint. */
  userIdentity: { issuer: string; jwksUri: string; userinfoUrl: string }
  /** Base address of the HTTP front. */
  front: string
}

/** Source of vectors: the address of a service, or the local model that needs no service. */
export type EmbeddingResource =
  | { kind: 'hashing' }
  | {
      kind: 'http'
      url: string
      model: string
      token?: string
      protocol?: 'texts' | 'openai'
      maxDistance?: number
      dimensions?: number | undefined
      queryPrefix?: string
      passagePrefix?: string
    }

/** Settings of the delivery channels, as in the linked resources. */
export interface DeliveryResources {
  email: { kind: 'off' } | ({ kind: 'smtp' | 'ses' } & Record<string, string | number>)
  telegram: { token: string; apiUrl?: string; botName: string; updatesSecret: string }
  push: { publicKey: string; privateKey: string; subject: string }
  /** Messages per second and channel. */
  ratePerSecond: ByChannel<number>
}

/** An external service that generates recortes. An empty URL means none. */
export interface AgentWorkerResource {
  url: string
  token?: string
}

/** The language model, or none. */
export type LanguageModelResource =
  | { kind: 'none' }
  | { kind: 'openai-compatible'; url: string; model: string; token?: string; monthlyTokens?: number }

/** How the scraper reaches the sites: a server that answers in their place, and the pause between two requests. */
export interface SitesResource {
  /** Address of the operator in the user agent. Default: the stack's own address. */
  contact?: string
  relay: { url: string; token?: string }
  delayMilliseconds?: number
}

export interface EnvironmentOptions {
  corsOrigins: readonly string[]
  portalUrl: string
  siteUrl: string
  catalogueSeconds: number
  /** Default: as in the cloud. */
  stallSeconds?: number | undefined
  logLevel: string
  embedding: EmbeddingResource
  agentWorker: AgentWorkerResource
  languageModel: LanguageModelResource
  /** Origins to which webhooks and pushes may be sent although they are not public. */
  outboundOrigins: readonly string[]
  delivery: DeliveryResources
  sites: SitesResource
  publisher: Partial<Publisher>
}

const REGION = 'us-east-2'

/** The local account of the data workers, and the audience of its tokens. */
export const WORKER_ACCOUNT = { sub: 'worker', email: 'worker@pauta.local', email_verified: true }
/** The name with which an operator logs in at the issuer of services. */
export const OPERATOR = 'operacao'
export const SERVICE_AUDIENCE = 'pauta-internal'
/** The audience of users' tokens. */
export const USER_AUDIENCE = 'portal'

/** The public dataset and the reduced dataset on the local hub, and the hub's token. */
export const LOCAL_DATASETS = {
  datasets: ['pauta/noticias-gov', 'pauta/noticias-gov-reduzido'],
  token: 'hf_local',
} as const

/** Signs links of the local stack. The key is not secret because it is used on this machine only. */
const LINK_SECRET = 'links-of-the-local-stack'

/** What callers of `npm run scrape -- serve` send. It is not secret because it is used on this machine only. */
export const SCRAPER_TOKEN = 'scraper-of-the-local-stack'

function schedulerResource({ scheduler: { group, roleArn, queueArn } }: StackAddresses) {
  return { group, roleArn, queueArn }
}

/**
 * Returns the variables that the cloud sets for the functions (linked resources and AWS addresses), with the addresses
 * of the local stack. So the shipped code needs no special case for the local stack.
 */
export function makeEnvironment(
  addresses: StackAddresses,
  options: EnvironmentOptions,
): Record<string, string> {
  const resources: Record<string, unknown> = {
    App: { name: 'pauta', stage: 'local' },
    Settings: {
      stage: 'local',
      version: 'local',
      logLevel: options.logLevel,
      corsOrigins: options.corsOrigins.join(','),
      portalUrl: options.portalUrl,
      siteUrl: options.siteUrl,
      catalogueSeconds: options.catalogueSeconds,
      stallSeconds: options.stallSeconds,
      classification: options.languageModel.kind !== 'none',
    },
    Database: addresses.database,
    SearchIndex: addresses.index,
    Storage: { name: addresses.aws.bucket },
    ...describeQueues(addresses.aws),
    Scraper: addresses.scraper,
    ScrapeService: { contact: addresses.front, ...options.sites },
    DatasetHost: {
      hubUrl: addresses.datasetHub.url,
      viewerUrl: addresses.datasetHub.url,
      dataset: LOCAL_DATASETS.datasets[0],
      reducedDataset: LOCAL_DATASETS.datasets[1],
      token: LOCAL_DATASETS.token,
    },
    ReleaseScheduler: schedulerResource(addresses),
    EmbeddingService: options.embedding,
    AgentWorker: options.agentWorker,
    LanguageModel: options.languageModel,
    Delivery: { apiUrl: addresses.front, ratePerSecond: options.delivery.ratePerSecond },
    Email: options.delivery.email,
    Telegram: options.delivery.telegram,
    Push: options.delivery.push,
    LinkSigning: { secret: LINK_SECRET, previous: '' },
    ServiceIdentity: {
      ...addresses.serviceIdentity,
      audience: SERVICE_AUDIENCE,
      allowlist: [WORKER_ACCOUNT.email, OPERATOR].join(','),
    },
    Publisher: options.publisher,
    Outbound: { allowedOrigins: options.outboundOrigins.join(',') },
    UserIdentity: { ...addresses.userIdentity, audiences: USER_AUDIENCE },
  }
  return {
    ...writeResources(resources),
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SQS: addresses.aws.url,
    AWS_ENDPOINT_URL_S3: addresses.aws.url,
    AWS_ENDPOINT_URL_SCHEDULER: addresses.scheduler.url,
    // Metrics are log lines for CloudWatch. On a terminal they are off to keep the log readable.
    POWERTOOLS_METRICS_DISABLED: 'true',
  }
}
