import { join } from 'node:path'
import { applyEnvironment } from '@pauta/core/config'
import { createLogger } from '@pauta/core/logger'
import { buildPlayground } from '@pauta/functions/http/build-playground'
import type { QueueName } from '@pauta/functions/workers/define-worker'
import { workers } from '@pauta/functions/workers/workers'
import { startIndexServer } from '@pauta/index-server/server'
import { startIdentity } from './emulators/identity.ts'
import { startPostgres } from './emulators/postgres.ts'
import { startQueues } from './emulators/queues.ts'
import { makeEnvironment, type EmbeddingResource } from './environment.ts'
import { startHttpFront } from './http-front.ts'
import { migrateStack, openRoutes, startWorkers } from './invoke.ts'

const BUCKET = 'pauta-raw-events'
const INDEX_KEY = 'local-index-key'
const VISIBILITY_FACTOR = 6

export interface StackOptions {
  /** Folder of everything that outlives the process; undefined keeps it all in memory. */
  dataDir?: string | undefined
  /** Port of the HTTP front; 0 takes a free one. */
  port: number
  /** Port of the index server; 0 takes a free one. */
  indexPort: number
  /** Contents of a migrated database to start from, where there is no folder. */
  databaseDump?: Blob | undefined
  logLevel?: string
  /** Relays that stand between the functions and a store, so that a test can take the store away. */
  gates?: { database?: StoreGate; index?: StoreGate; aws?: StoreGate }
  /** How long a worker keeps a message to itself; six times its time-out unless a test wants failures to come back soon. */
  visibilityTimeoutSeconds?: number
  /** Origins besides the stack's own that a browser may call from. */
  corsOrigins?: readonly string[]
  /** The embedding service as its linked resource says it; the hashing model of the process where nothing is said. */
  embedding?: EmbeddingResource
}

/** Listens on its own port and passes connections on. */
export interface StoreGate {
  port: number
  leadTo(port: number): void
}

/** The port by which functions reach a store: its own, or that of the gate before it. */
function reach(port: number, gate: StoreGate | undefined): number {
  gate?.leadTo(port)
  return gate?.port ?? port
}

/** A running stack: every address, and the variables by which functions and commands find it. */
export interface Stack extends AsyncDisposable {
  graphqlUrl: string
  frontUrl: string
  indexUrl: string
  indexKey: string
  awsUrl: string
  userIssuer: string
  serviceIssuer: string
  databaseUrl: string
  environment: Record<string, string>
  queueUrl(name: string): string
  /** The database as it stands, to start other stacks from. */
  dumpDatabase(): Promise<Blob>
  /** Bearer token of a user, by claims. */
  token(claims: Record<string, unknown>): Promise<string>
  stop(): Promise<void>
}

/** Stops in reverse order of starting; every stop is tried even when one fails. */
function makeStopper() {
  const stops: (() => Promise<void>)[] = []
  let stopping: Promise<void> | undefined
  const run = async () => {
    const failures: unknown[] = []
    for (const stop of stops.reverse()) {
      try {
        await stop()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The stack did not stop cleanly')
  }
  return {
    add<T extends { stop(): Promise<void> }>(part: T): T {
      stops.push(() => part.stop())
      return part
    },
    stop: () => (stopping ??= run()),
  }
}

/** The queues of the workers, each with its dead-letter queue, as the cloud makes them. */
function queueDefinitions(visibilityTimeoutSeconds: number | undefined) {
  return workers.map((worker) => ({
    name: worker.queue,
    deadLetter: { maxReceives: worker.maxReceives },
    visibilityTimeoutSeconds: visibilityTimeoutSeconds ?? worker.timeoutSeconds * VISIBILITY_FACTOR,
  }))
}

async function startParts(options: StackOptions, parts: ReturnType<typeof makeStopper>) {
  const folder = (name: string) => (options.dataDir === undefined ? undefined : join(options.dataDir, name))
  const database = parts.add(
    await startPostgres({ port: 0, dataDir: folder('postgres'), loadDataDir: options.databaseDump }),
  )
  const index = parts.add(
    await startIndexServer({ port: options.indexPort, key: INDEX_KEY, dataDir: folder('index') }),
  )
  const queues = parts.add(
    await startQueues({
      port: 0,
      dataDir: folder('queues'),
      queues: queueDefinitions(options.visibilityTimeoutSeconds),
      buckets: [BUCKET],
    }),
  )
  const users = parts.add(await startIdentity({ port: 0, dataDir: folder('users') }))
  const services = parts.add(await startIdentity({ port: 0, dataDir: folder('services') }))
  return { database, index, queues, users, services }
}

/**
 * Starts every emulator, sets the variables that the cloud would set, migrates, and puts the real Lambda handlers
 * behind HTTP and behind their queues. The variables are the process's own, so a process runs one stack.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const parts = makeStopper()
  try {
    const { database, index, queues, users, services } = await startParts(options, parts)
    const { host, port, username, password } = database
    const front = parts.add(
      await startHttpFront({ port: options.port, routes: openRoutes(), log: logTo(options) }),
    )
    const awsUrl = `http://127.0.0.1:${reach(Number(new URL(queues.url).port), options.gates?.aws)}`
    const queueUrls = Object.fromEntries(
      workers.map(({ queue }) => [queue, queues.queueUrl(queue).replace(queues.url, awsUrl)]),
    ) as Record<QueueName, string>
    const environment = makeEnvironment(
      {
        database: {
          host,
          port: reach(port, options.gates?.database),
          username,
          password,
          database: database.database,
        },
        index: {
          url: `http://127.0.0.1:${reach(index.port, options.gates?.index)}`,
          key: INDEX_KEY,
          collection: 'news',
        },
        aws: { url: awsUrl, queueUrls, bucket: BUCKET },
        front: front.url,
      },
      {
        corsOrigins: [front.url, ...(options.corsOrigins ?? [])],
        portalUrl: '',
        logLevel: options.logLevel ?? 'warn',
        embedding: options.embedding ?? { kind: 'hashing' },
      },
    )
    applyEnvironment(environment)
    await buildPlayground()
    await migrateStack()
    parts.add(
      await startWorkers({
        awsUrl: queues.url,
        queueUrl: (name) => queues.queueUrl(name),
        log: logTo(options),
      }),
    )
    return {
      graphqlUrl: `${front.url}/graphql`,
      frontUrl: front.url,
      indexUrl: index.url,
      indexKey: INDEX_KEY,
      awsUrl: queues.url,
      userIssuer: users.issuer,
      serviceIssuer: services.issuer,
      databaseUrl: `postgres://${username}:${password}@${host}:${port}/${database.database}`,
      environment,
      queueUrl: (name) => queues.queueUrl(name),
      dumpDatabase: () => database.dump(),
      token: (claims) => users.token(claims),
      stop: parts.stop,
      [Symbol.asyncDispose]: parts.stop,
    }
  } catch (error) {
    await parts.stop()
    throw error
  }
}

/** What goes wrong around the handlers is told as the handlers tell it. */
function logTo({ logLevel = 'warn' }: StackOptions) {
  const logger = createLogger({ level: logLevel, fields: { function: 'lambda' } })
  return (error: unknown, what: string) => logger.error({ error }, what)
}
