import type { DatasetHub } from '@pauta/emulators/dataset-hub/dataset-hub'
import type { IssuerKey } from '@pauta/emulators/identity/identity'
import type { Inbox } from '@pauta/emulators/inbox/inbox'
import type {
  AgentWorkerResource,
  DeliveryResources,
  EmbeddingResource,
  LanguageModelResource,
  SitesResource,
} from './environment.ts'
import type { Publisher } from '@pauta/platform/config/publisher'
import type { SiteMaker } from '@pauta/server/gateway/http-front'
import type { PollingSettings } from '@pauta/server/functions/polling'
import type { OutsideStores } from './stores.ts'

export interface StackOptions extends PollingSettings {
  /** Folder that keeps data between starts. Undefined keeps everything in memory. */
  dataDir?: string | undefined
  /** Port of the HTTP front. 0 uses a free port. */
  port: number
  /** Preferred port of the index server. A free port is used when it is 0 or in use by another program. */
  indexPort: number
  /** Running stores, in place of the stack's own. */
  outside?: OutsideStores
  /** File with a dump of a migrated database to start from, in memory or in a new folder. */
  databaseDump?: string | undefined
  /** Keys of the two issuers, when there is no folder. Default: new keys. */
  issuerKeys?: IssuerKeys | undefined
  logLevel?: string
  /** Relays between the functions and a store, so that a test can make the store unreachable. */
  gates?: {
    database?: StoreGate
    index?: StoreGate
    aws?: StoreGate
    serviceIssuer?: StoreGate
    userIssuer?: StoreGate
    scheduler?: StoreGate
  }
  /**
   * Visibility time-out of the workers' queues in seconds. Default: as in the cloud. Tests set less to see retries
   * soon.
   */
  visibilityTimeoutSeconds?: number
  /** Factor for the gateway's waiting times, for tests on a slow machine. Default 1. */
  patience?: number
  /** Origins that browsers may call from, in addition to the stack's own. */
  corsOrigins?: readonly string[]
  /** Base of the links to releases. Without a portal there are no links. */
  portalUrl?: string
  /** Seconds that the catalogue is cached. Default: not cached, so that new entries are visible at once. */
  catalogueSeconds?: number
  /** Seconds without progress after which the reader of an export loses its connection. Default: as in the cloud. */
  stallSeconds?: number
  /** Origins to which webhooks and pushes may be sent although they are not public: receivers on this machine. */
  outboundOrigins?: readonly string[]
  /** Starts an inbox that receives everything the stack sends. Its port is chosen like the index server's. */
  inbox?: { port: number }
  /** Serves the observatory at the paths that the API does not have. */
  site?: SiteMaker | undefined
  /** The body that publishes, as in its linked resource. Default: its defaults. */
  publisher?: Partial<Publisher> | undefined
  /** Delivery channels, for a test with its own receivers. */
  delivery?: Partial<DeliveryResources>
  /** The embedding service, as in its linked resource. Default: the hashing model in the process. */
  embedding?: EmbeddingResource | undefined
  /** An external service that generates recortes. Default: the stack generates them itself. */
  agentWorker?: AgentWorkerResource
  /** The language model. Default: none. */
  languageModel?: LanguageModelResource
  /**
   * Loads the sample data. Called when every function answers and before any schedule runs, so that scheduled work
   * does not mix with it.
   */
  prepare?: () => Promise<void>
  /** Prints the progress of the start on the terminal. */
  say?: (text: string) => void
  /** Runs the jobs by their schedules. When false, jobs run only by command. The schedules of clippings always run. */
  schedules?: boolean
  /** The sites that the scraper reads, and where they are answered. Default: none, every request fails. */
  sites?: SitesResource
  /** A scraper service that the jobs call in place of the stack's own. */
  outsideScraper?: { url: string; token?: string }
}

/** The keys with which the issuers of users and of service accounts sign. */
export interface IssuerKeys {
  users: IssuerKey
  services: IssuerKey
}

/** Listens on its own port and forwards connections. */
export interface StoreGate {
  port: number
  leadTo(port: number): void
}

/** A running stack: its addresses, and the variables with which functions and commands find it. */
export interface Stack extends AsyncDisposable {
  graphqlUrl: string
  frontUrl: string
  indexUrl: string
  indexKey: string
  awsUrl: string
  schedulerUrl: string
  userIssuer: string
  serviceIssuer: string
  databaseUrl: string
  environment: Record<string, string>
  queueUrl(name: string): string
  /** The dataset hub emulator. */
  datasetHub: DatasetHub
  /** The inbox that receives what the stack sends. Undefined when the stack was started without an inbox. */
  inbox: Inbox | undefined
  /** Writes a dump of the database, to start other stacks from. */
  dumpDatabase(file: string): Promise<void>
  /**
   * Resets the stack for its next user: waits for running work, deletes messages, stored objects, schedules and
   * datasets, calls `emptyStores` to clear the database and the index, and polls again with other settings. The queues
   * of `jobs` keep the limits of the stack's start.
   */
  reset(settings: PollingSettings, emptyStores: () => Promise<void>): Promise<void>
  /** Returns a bearer token of a user. Claims: `sub`, and optionally `name`, `email`, `email_verified`. */
  token(claims: Record<string, unknown>, options?: { expiresInSeconds?: number }): Promise<string>
  /** Makes the issuer of users sign with a new key from now on. */
  rotateUserKey(): Promise<void>
  /** Returns a bearer token of the listed data workers' account, with other claims when given. */
  serviceToken(claims?: Record<string, unknown>, options?: { expiresInSeconds?: number }): Promise<string>
  stop(): Promise<void>
}
