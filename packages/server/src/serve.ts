import { join } from 'node:path'
import { applyEnvironment } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { removeUnfinished } from '@pauta/platform/storage/folder-storage'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { openEmailChannel } from '@pauta/delivery/channels/email/adapter'
import { makeAddressLimit } from './gateway/address-limits.ts'
import { findClientAddress } from './gateway/client-address.ts'
import { startHttpFront } from './gateway/http-front.ts'
import { serveSite } from './gateway/site.ts'
import { lockFolder } from './data-folder/folder-lock.ts'
import { removeRunningNote, writeRunningNote } from './data-folder/running-note.ts'
import { makeStopper, type Stopper } from './stopper.ts'
import { startQueues } from './queues/queues.ts'
import { putSchedules } from './scheduler/job-schedules.ts'
import { openQueueScheduler, queueArn } from './scheduler/queue-scheduler.ts'
import { findBuiltPages } from './functions/built-pages.ts'
import { sendFirstScrapes } from './scheduler/first-scrapes.ts'
import {
  describeApi,
  jobQueueDefinitions,
  listJobSchedules,
  migrateStack,
  workerQueueDefinitions,
} from './functions/invoke.ts'
import { freeHeldWork, resumeDeliveries } from './held-work.ts'
import { renewIndex } from './lost-index.ts'
import { makePolling } from './functions/polling.ts'
import { listSources } from './understanding.ts'
import { describeDatabase, describeIndex, describeMailServer, describeStorage } from './checks/check-parts.ts'
import { prepareFolder } from './data-folder/disk-space.ts'
import { explainAddress } from './checks/explain-address.ts'
import { CLIPPING_GROUP, makeMachineEnvironment } from './settings/environment.ts'
import { completeIssuers } from './settings/issuers.ts'
import { makeAnswerCounters, measureMachine } from './metrics/measures.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { startOperatorMail } from './operator-mail/operator-mail.ts'
import { readMachineSettings, type MachineSettings } from './settings/settings.ts'
import { listMachineTroubles } from './operator-mail/troubles.ts'

const JOB_GROUP = 'pauta-jobs'

type Log = (error: unknown, what: string) => void

/** A running service. */
interface Machine {
  url: string
  stop(): Promise<void>
}

/** Starts the queues and the held scheduler of the process. */
async function startOwnParts({ dataDir }: MachineSettings, { parts, log }: { parts: Stopper; log: Log }) {
  const queues = parts.add(
    await startQueues({
      port: 0,
      dataDir: join(dataDir, 'queues'),
      queues: [...workerQueueDefinitions(undefined), ...jobQueueDefinitions(undefined)],
      buckets: [],
      areWorkersHere: true,
    }),
  )
  const scheduler = parts.add(
    await openQueueScheduler(queues, {
      dataDir: join(dataDir, 'scheduler'),
      groups: [JOB_GROUP, CLIPPING_GROUP],
      log,
    }),
  )
  return { queues, scheduler }
}

/** Throws one sentence when a store cannot be used. A closed mail server is only a warning: its mails wait. */
async function checkParts({ sections }: MachineSettings, warn: (sentence: string) => void): Promise<void> {
  const [mail, ...stores] = await Promise.all([
    describeMailServer(sections.email),
    describeDatabase(sections.database),
    describeIndex(sections.index),
    describeStorage(sections.storage),
  ])
  const problem = stores.find((one) => one !== undefined)
  if (problem !== undefined) throw new Error(problem)
  if (mail !== undefined) warn(mail)
}

async function startFront(
  { url, host, port, proxies, requestsPerMinute, sections }: MachineSettings,
  options: {
    siteFolder: string
    loginAddresses: string[]
    onAnswer: Parameters<typeof startHttpFront>[0]['onAnswer']
    log: Log
  },
) {
  const { userIdentity, serviceIdentity, settings, publisher } = sections
  const front: Parameters<typeof startHttpFront>[0] = {
    port,
    host,
    log: options.log,
    admit: makeAddressLimit({ requestsPerMinute, proxies }),
    findAddress: (request) => findClientAddress(request, proxies),
    ...(options.onAnswer && { onAnswer: options.onAnswer }),
    site: serveSite(options.siteFolder, {
      issuer: userIdentity.issuer,
      clientId: userIdentity.audiences[0] ?? '',
      operators: { issuer: serviceIdentity.issuer, clientId: serviceIdentity.audience },
      others: options.loginAddresses,
      publisher,
    }),
    ...describeApi({ corsOrigins: settings.corsOrigins.length > 0 ? settings.corsOrigins : [url] }),
  }
  const settingsOfAddress = 'PAUTA_HOST and PAUTA_PORT'
  return await explainAddress({ host, port, settings: settingsOfAddress }, () => startHttpFront(front))
}

/** Serves measures, tells the operator of troubles, and leaves the addresses for commands. */
async function startOperations(
  settings: MachineSettings,
  {
    parts,
    log,
    counters,
    environment,
  }: {
    parts: Stopper
    log: Log
    counters: ReturnType<typeof makeAnswerCounters>
    environment: Record<string, string>
  },
): Promise<void> {
  const { dataDir, metrics, operatorMail: to, url, sections } = settings
  const db = connectDatabase(sections.database)
  parts.add({ stop: () => db.end({ timeout: 1 }) })
  const queues = workerQueueDefinitions(undefined).map(({ name }) => name)
  const measure = async () => [...counters.list(), ...(await measureMachine({ db, dataDir, queues }))]
  parts.add(
    await explainAddress({ ...metrics, settings: 'PAUTA_METRICS' }, () =>
      startMetricsServer({ ...metrics, measure, log }),
    ),
  )
  const channel = openEmailChannel(sections.email)
  const startedAt = new Date()
  const list = () => listMachineTroubles(db, { dataDir, startedAt, now: new Date() })
  parts.add(startOperatorMail({ channel, to, url, dataDir, list, log }))
  await writeRunningNote(dataDir, { pid: process.pid, url: `${url}/graphql`, environment })
  parts.add({ stop: () => removeRunningNote(dataDir) })
}

/**
 * Runs the whole service in this process on the parts that the environment names. Migrates before any new code runs. Throws
 * an error of one sentence, or UnusableSettings, when it cannot start; nothing is lost then.
 */
export async function serveMachine(version: string): Promise<Machine> {
  const read = readMachineSettings(version)
  const logger = createLogger({
    level: read.sections.settings.logLevel,
    fields: { function: 'serve', version },
  })
  const log: Log = (error, what) => logger.error({ error }, what)
  for (const sentence of read.warnings) logger.warn(sentence)
  const siteFolder = findBuiltPages()
  await prepareFolder(read.dataDir)
  const parts = makeStopper()
  try {
    const lock = lockFolder(read.dataDir)
    parts.add({ stop: async () => lock.release() })
    const { loginAddresses, ...issuers } = await completeIssuers(read.sections)
    const settings = { ...read, sections: { ...read.sections, ...issuers } }
    await checkParts(settings, (sentence) => logger.warn(sentence))
    const { folder } = settings.sections.storage
    if (folder !== '') await removeUnfinished(folder)
    const { queues, scheduler } = await startOwnParts(settings, { parts, log })
    const queueUrl = (name: string) => queues.queueUrl(name)
    const environment = makeMachineEnvironment(settings.sections, {
      queuesUrl: queues.url,
      queueUrl,
      schedulerUrl: scheduler.url,
    })
    applyEnvironment(environment)
    await migrateStack()
    await freeHeldWork(settings.sections.database, new Date())
    await resumeDeliveries(settings.sections.database, new Date())
    const counters = makeAnswerCounters()
    parts.add(
      await startFront(settings, {
        siteFolder,
        loginAddresses,
        onAnswer: (answered) => counters.count(answered),
        log,
      }),
    )
    const polling = parts.add(makePolling({ awsUrl: queues.url, queueUrl, log }))
    polling.start({})
    await startOperations(settings, { parts, log, counters, environment })
    const schedules = listJobSchedules(queueArn)
    await putSchedules(scheduler.url, JOB_GROUP, schedules)
    scheduler.release()
    await sendFirstScrapes(schedules, queueUrl)
    renewIndex((text) => logger.info(text)).catch((error: unknown) => log(error, 'the index was not renewed'))
    const sources = await listSources(settings.sections)
    logger.info({ url: settings.url, host: settings.host, port: settings.port, sources }, 'ready')
    return { url: settings.url, stop: parts.stop }
  } catch (error) {
    await parts.stop()
    throw error
  }
}
