import { join } from 'node:path'
import { startDatasetHub } from '@pauta/emulators/dataset-hub/dataset-hub'
import { startIdentity } from '@pauta/emulators/identity/identity'
import { startInbox } from '@pauta/emulators/inbox/inbox'
import { startQueues } from '@pauta/server/queues/queues'
import { openQueueScheduler } from '@pauta/server/scheduler/queue-scheduler'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { describePerson, listSampleNames } from '@pauta/sample-data/people/sample-users'
import { LOCAL_DATASETS, OPERATOR, SERVICE_AUDIENCE, USER_AUDIENCE } from './environment.ts'
import { jobQueueDefinitions, workerQueueDefinitions } from '@pauta/server/functions/invoke'
import { makePolling } from '@pauta/server/functions/polling'
import type { StackOptions } from './stack-types.ts'
import type { Stopper } from '@pauta/server/stopper'
import { openDatabase, openIndex } from './stores.ts'

export const BUCKET = 'pauta-raw-events'
export const JOB_GROUP = 'pauta-local-jobs'
export const CLIPPING_GROUP = 'pauta-local-clippings'

/** Logs errors outside the handlers in the same format as the handlers do. */
export function logTo({ logLevel = 'warn' }: StackOptions) {
  const logger = createLogger({ level: logLevel, fields: { function: 'lambda' } })
  return (error: unknown, what: string) => logger.error({ error }, what)
}

/** Returns the folder of one part of the stack; undefined for a stack in memory. */
const folderOf = ({ dataDir }: StackOptions, name: string) =>
  dataDir === undefined ? undefined : join(dataDir, name)

/** Starts the queues before the database, because their start is short when their file is damaged. */
async function startStores(options: StackOptions, parts: Stopper) {
  const queues = parts.add(
    await startQueues({
      port: 0,
      dataDir: folderOf(options, 'queues'),
      queues: [
        ...workerQueueDefinitions(options.visibilityTimeoutSeconds),
        ...jobQueueDefinitions(options.jobs),
      ],
      buckets: [BUCKET],
    }),
  )
  const database = parts.add(
    await openDatabase(options.outside?.database, {
      dataDir: folderOf(options, 'postgres'),
      dumpFile: options.databaseDump,
    }),
  )
  const index = parts.add(
    await openIndex(options.outside?.index, {
      port: options.indexPort,
      dataDir: folderOf(options, 'index'),
    }),
  )
  return { database, index, queues }
}

async function startIssuers(options: StackOptions, parts: Stopper) {
  const users = parts.add(
    await startIdentity({
      port: 0,
      dataDir: folderOf(options, 'users'),
      key: options.issuerKeys?.users,
      describe: (name) => ({ aud: USER_AUDIENCE, ...describePerson(name) }),
      logins: listSampleNames(),
    }),
  )
  const services = parts.add(
    await startIdentity({
      port: 0,
      dataDir: folderOf(options, 'services'),
      key: options.issuerKeys?.services,
      describe: () => ({ aud: SERVICE_AUDIENCE }),
      logins: [OPERATOR],
    }),
  )
  return { users, services }
}

/**
 * Starts the services that the functions need, and the pollers. The pollers poll after their own start. Adds each part
 * to `parts`, which stops them in reverse order: first schedules, then workers, then stores.
 */
export async function startParts(options: StackOptions, parts: Stopper) {
  const log = logTo(options)
  const inbox =
    options.inbox &&
    parts.add(await startInbox({ ...options.inbox, dataDir: folderOf(options, 'inbox'), log }))
  const stores = await startStores(options, parts)
  const issuers = await startIssuers(options, parts)
  const { queues } = stores
  const datasetHub = parts.add(
    await startDatasetHub({ port: 0, dataDir: folderOf(options, 'datasets'), ...LOCAL_DATASETS }),
  )
  const polling = parts.add(
    makePolling({
      awsUrl: queues.url,
      queueUrl: (name) => queues.queueUrl(name),
      log,
    }),
  )
  const scheduler = parts.add(
    await openQueueScheduler(queues, {
      dataDir: folderOf(options, 'scheduler'),
      groups: [JOB_GROUP, CLIPPING_GROUP],
      log,
    }),
  )
  return { ...stores, ...issuers, datasetHub, inbox, polling, scheduler }
}

/** The started parts of a stack. */
export type StackParts = Awaited<ReturnType<typeof startParts>>
