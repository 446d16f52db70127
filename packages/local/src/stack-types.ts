import type { DatasetHub } from '@pauta/emulators/dataset-hub'
import type { Inbox } from '@pauta/emulators/inbox'
import type { Scraper } from '@pauta/emulators/scraper'
import type {
  AgentWorkerResource,
  DeliveryResources,
  EmbeddingResource,
  LanguageModelResource,
  TracingResource,
} from './environment.ts'
import type { LocalJob } from './invoke.ts'
import type { OutsideStores } from './stores.ts'
import type { SyncTask } from './sync-task.ts'

export interface StackOptions {
  /** Folder of everything that outlives the process; undefined keeps it all in memory. */
  dataDir?: string | undefined
  /** Port of the HTTP front; 0 takes a free one. */
  port: number
  /** Port of the index server; a free one is taken where it is 0 or another program has it. */
  indexPort: number
  /** Stores that run already, in place of the stack's own. */
  outside?: OutsideStores
  /** Contents of a migrated database to start from, where there is no folder. */
  databaseDump?: Uint8Array | undefined
  logLevel?: string
  /** Relays that stand between the functions and a store, so that a test can take the store away. */
  gates?: {
    database?: StoreGate
    index?: StoreGate
    aws?: StoreGate
    serviceIssuer?: StoreGate
    userIssuer?: StoreGate
    scheduler?: StoreGate
  }
  /** How long a worker keeps a message to itself; what the cloud gives it unless a test wants failures to come back soon. */
  visibilityTimeoutSeconds?: number
  /** How many times longer the gateway waits than in the cloud, for tests on a slow machine. Default 1. */
  patience?: number
  /** How long a worker waits for a fuller batch; as in the cloud unless a test has no time for that. */
  batchWindowSeconds?: number | undefined
  /** Origins besides the stack's own that a browser may call from. */
  corsOrigins?: readonly string[]
  /** Base of the links to releases; there are none where no portal is known. */
  portalUrl?: string
  /** How long the catalogue is given again; read every time where nothing is said, so that what was published is seen. */
  catalogueSeconds?: number
  /** Origins that webhooks and pushes may be sent to though they are not public; for a test's receivers. */
  outboundOrigins?: readonly string[]
  /** Gives the stack an inbox, in which all that it sends arrives; its port like that of the index. */
  inbox?: { port: number }
  /** How people are reached, where a test has receivers of its own. */
  delivery?: Partial<DeliveryResources>
  /** The embedding service as its linked resource says it; the hashing model of the process where nothing is said. */
  embedding?: EmbeddingResource | undefined
  /** A service that generates recortes; the stack does it itself where nothing is said. */
  agentWorker?: AgentWorkerResource
  /** The language model; none where nothing is said. */
  languageModel?: LanguageModelResource
  /** A collector of traces; none where nothing is said. */
  tracing?: TracingResource
  /**
   * Runs when every function answers and before any schedule fires, so that what it writes is not mixed with what a
   * schedule brings: the sample data.
   */
  prepare?: () => Promise<void>
  /** Tells people at the terminal what a start is busy with. */
  say?: (text: string) => void
  /** Runs the jobs by their schedules; without it they are started by hand alone. The clocks of clippings always run. */
  schedules?: boolean
  /** Workers that a test leaves out, so that it sees what lies in their queues. */
  idleWorkers?: readonly string[]
  /** Jobs, likewise. */
  idleJobs?: readonly string[]
  /** Jobs that a test runs with other settings. */
  jobs?: readonly LocalJob[]
  /** What the stand-in of the scraper finds; news of the sample's agencies where nothing is said. */
  listNews?: (agencies: readonly string[]) => readonly unknown[]
}

/** Listens on its own port and passes connections on. */
export interface StoreGate {
  port: number
  leadTo(port: number): void
}

/** A running stack: every address, and the variables by which functions and commands find it. */
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
  /** The stand-in of the scraper service. */
  scraper: Scraper
  /** The stand-in of the host of the public dataset. */
  datasetHub: DatasetHub
  /** Where a full sync runs as a task. */
  syncTask: SyncTask
  /** Where what the stack sends arrives; undefined where it was started without. */
  inbox: Inbox | undefined
  /** The database as it stands, to start other stacks from. */
  dumpDatabase(): Promise<Uint8Array>
  /**
   * Makes the stack as new for whoever uses it next: waits for the work at hand, forgets messages, stored objects and
   * clocks, lets `emptyStores` clear the database and the index, and polls again.
   */
  reset(options: { idleWorkers: readonly string[] }, emptyStores: () => Promise<void>): Promise<void>
  /** Bearer token of a user, by claims: `sub`, and `name`, `email`, `email_verified` where they are known. */
  token(claims: Record<string, unknown>, options?: { expiresInSeconds?: number }): Promise<string>
  /** The issuer of users signs with a new key from now on. */
  rotateUserKey(): Promise<void>
  /** Bearer token of the listed account of data workers, with other claims where some are given. */
  serviceToken(claims?: Record<string, unknown>, options?: { expiresInSeconds?: number }): Promise<string>
  stop(): Promise<void>
}
