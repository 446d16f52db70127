import { join } from 'node:path'
import { startQueues, type Queues } from '@pauta/server/queues/queues'
import { startScheduler, type Scheduler } from '@pauta/server/scheduler/scheduler'
import { makeEnvironment, type DeliveryResources, type StackAddresses } from '@pauta/local/environment'
import { workerQueueDefinitions } from '@pauta/server/functions/invoke'
import { workers } from '@pauta/functions/workers/workers'
import { applyEnvironment } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { connectSearchIndex, type SearchIndex } from '@pauta/core/search-index/client'
import { ensureLiveCollection } from '@pauta/core/search-index/rebuild'
import type { QueueName } from '@pauta/platform/workers/define-worker'
import { startDebianPostgres, type DebianPostgres } from '../../kit/postgres/debian-postgres.ts'
import type { ReadCounter } from '../../kit/relays/read-counter.ts'
import { NO_VECTORS } from './grown-articles.ts'
import { startIndex, type IndexUsage, type RunningIndex } from './running-index.ts'

const KEY = 'bench'
const COLLECTION = 'news'
const GROUP = 'bench-clippings'
/** Nothing listens on this port: parts that are not measured are not called. */
const NOWHERE = 'http://127.0.0.1:9'

/** Relays between the functions and the stores, which count requests. */
interface StoreCounters {
  database: ReadCounter
  index: ReadCounter
}

export interface RealStoresOptions {
  /** Folder of the database and of the index. */
  folder: string
  delivery?: DeliveryResources
  counters?: StoreCounters
  /** The program `typesense-server`; the laptop's index server without it. */
  indexProgram?: string | undefined
  /** Settings of PostgreSQL besides the usual ones. */
  postgres?: Readonly<Record<string, string>>
}

export interface RealStores extends AsyncDisposable {
  db: DbPool
  index: SearchIndex
  queues: Queues
  /** The variables with which functions find the stores and the queues. */
  environment: Record<string, string>
  measureIndex(): Promise<IndexUsage>
  /** Collects the garbage of the index server, so that it does not fall into what is measured next. */
  collectIndex(): Promise<void>
  /** Stops the index server and starts it again on its documents. Returns the milliseconds until it answers. */
  restartIndex(): Promise<number>
  /** Starts an index server without documents in place of the running one. */
  emptyIndex(): Promise<void>
}

const NO_DELIVERY: DeliveryResources = {
  email: { kind: 'off' },
  telegram: { token: '', botName: '', updatesSecret: '' },
  push: { publicKey: '', privateKey: '', subject: '' },
  ratePerSecond: { email: 1, telegram: 1, push: 1, webhook: 1, slack: 1 },
}

interface Parts {
  databasePort: number
  indexUrl: string
  queues: Queues
  scheduler: Scheduler
}

function describeAddresses({ databasePort, indexUrl, queues, scheduler }: Parts): StackAddresses {
  const queueUrls = Object.fromEntries(workers.map(({ queue }) => [queue, queues.queueUrl(queue)])) as Record<
    QueueName,
    string
  >
  const issuer = { issuer: NOWHERE, jwksUri: NOWHERE, userinfoUrl: NOWHERE }
  return {
    database: {
      host: '127.0.0.1',
      port: databasePort,
      username: 'pauta',
      password: '',
      database: 'postgres',
      tls: 'off',
    },
    index: { url: indexUrl, key: KEY, collection: COLLECTION },
    aws: { url: queues.url, queueUrls, deadLetterUrls: queueUrls, jobQueueUrls: {}, bucket: 'bench' },
    scraper: { url: NOWHERE, token: KEY },
    datasetHub: { url: NOWHERE },
    scheduler: {
      url: scheduler.url,
      group: GROUP,
      roleArn: 'arn:aws:iam::000000000000:role/bench',
      queueArn: 'arn:aws:sqs:us-east-2:000000000000:release',
    },
    serviceIdentity: issuer,
    userIdentity: issuer,
    front: NOWHERE,
  }
}

function describeEnvironment(parts: Parts, delivery: DeliveryResources): Record<string, string> {
  return makeEnvironment(describeAddresses(parts), {
    corsOrigins: [],
    portalUrl: '',
    siteUrl: '',
    catalogueSeconds: 300,
    logLevel: 'error',
    embedding: { kind: 'hashing' },
    agentWorker: { url: '' },
    languageModel: { kind: 'none' },
    outboundOrigins: [],
    delivery,
    sites: { relay: { url: NOWHERE } },
    publisher: {},
  })
}

const portOf = (url: string) => Number(new URL(url).port)

/** Starts SQS and the scheduler of the local stack. Nobody polls, and no schedule fires. */
async function startMessaging(): Promise<Pick<Parts, 'queues' | 'scheduler'>> {
  const queues = await startQueues({ port: 0, queues: workerQueueDefinitions(undefined), buckets: [] })
  const scheduler = await startScheduler({
    port: 0,
    groups: [GROUP],
    held: true,
    fire: () => Promise.resolve(),
    log: (error, what) => console.error(what, error),
  })
  return { queues, scheduler }
}

/** The stores as an object whose index can be replaced. */
class Stores implements RealStores {
  readonly #options: RealStoresOptions
  readonly #postgres: DebianPostgres
  readonly #messaging: Pick<Parts, 'queues' | 'scheduler'>
  #running: RunningIndex
  #indexFolder: string
  index: SearchIndex
  environment: Record<string, string> = {}

  constructor(
    options: RealStoresOptions,
    parts: {
      postgres: DebianPostgres
      messaging: Pick<Parts, 'queues' | 'scheduler'>
      running: RunningIndex
    },
  ) {
    this.#options = options
    this.#postgres = parts.postgres
    this.#messaging = parts.messaging
    this.#running = parts.running
    this.#indexFolder = join(options.folder, 'index')
    this.index = connectSearchIndex({ url: parts.running.url, key: KEY, collection: COLLECTION })
  }

  get db(): DbPool {
    return this.#postgres.db
  }

  get queues(): Queues {
    return this.#messaging.queues
  }

  /** Points the functions to the running index. */
  async useIndex(): Promise<void> {
    const { counters, delivery = NO_DELIVERY } = this.#options
    const { url } = this.#running
    const databasePort = this.db.options.port[0] ?? 0
    counters?.database.leadTo(databasePort)
    counters?.index.leadTo(portOf(url))
    this.index = connectSearchIndex({ url, key: KEY, collection: COLLECTION })
    const parts = {
      ...this.#messaging,
      databasePort: counters?.database.port ?? databasePort,
      indexUrl: counters ? `http://127.0.0.1:${counters.index.port}` : url,
    }
    this.environment = describeEnvironment(parts, delivery)
    applyEnvironment(this.environment)
    await ensureLiveCollection(this.index, NO_VECTORS.name, new Date())
  }

  measureIndex(): Promise<IndexUsage> {
    return this.#running.measure()
  }

  collectIndex(): Promise<void> {
    return this.#running.collect()
  }

  async #startIndex(): Promise<void> {
    this.#running = await startIndex({
      folder: this.#indexFolder,
      key: KEY,
      program: this.#options.indexProgram,
    })
  }

  async restartIndex(): Promise<number> {
    await this.#running.stop()
    const started = performance.now()
    await this.#startIndex()
    const elapsed = performance.now() - started
    await this.useIndex()
    return elapsed
  }

  async emptyIndex(): Promise<void> {
    await this.#running.stop()
    this.#indexFolder = join(this.#options.folder, `index-${Date.now()}`)
    await this.#startIndex()
    await this.useIndex()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.stop()
    await this.#messaging.scheduler.stop()
    await this.#messaging.queues.stop()
    await this.#postgres[Symbol.asyncDispose]()
  }
}

/**
 * Starts Debian's PostgreSQL, the index server in a process of its own, and the queues and the scheduler of the local
 * stack in this process. Sets the variables by which functions of this process find them.
 */
export async function openRealStores(options: RealStoresOptions): Promise<RealStores> {
  const postgres = await startDebianPostgres(options.folder, { settings: options.postgres })
  const running = await startIndex({
    folder: join(options.folder, 'index'),
    key: KEY,
    program: options.indexProgram,
  })
  const stores = new Stores(options, { postgres, messaging: await startMessaging(), running })
  await stores.useIndex()
  return stores
}
