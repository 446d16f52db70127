import { applyEnvironment } from '@pauta/platform/config/config'
import { byChannel } from '@pauta/platform/config/delivery-channels'
import { publisherSchema } from '@pauta/platform/config/publisher'
import { catalogueSites, pickSites, ROUTES, type ReadableSite } from '@pauta/scraper/store/listed-sites'
import { buildPlayground } from '@pauta/functions/http/playground/build-playground'
import { buildWidget } from '@pauta/functions/http/widget/build-widget'
import { queueArn, SCHEDULER_ROLE } from '@pauta/server/scheduler/queue-scheduler'
import { listQueueUrls } from '@pauta/server/functions/queue-variables'
import {
  makeEnvironment,
  SCRAPER_TOKEN,
  SERVICE_AUDIENCE,
  USER_AUDIENCE,
  WORKER_ACCOUNT,
  type DeliveryResources,
  type SitesResource,
  type StackAddresses,
} from './environment.ts'
import { sendFirstScrapes } from '@pauta/server/scheduler/first-scrapes'
import { startHttpFront } from '@pauta/server/gateway/http-front'
import { describeInboxDelivery, setTelegramWebhook } from './inbox-delivery.ts'
import { listJobSchedules, describeApi, migrateStack } from '@pauta/server/functions/invoke'
import { putSchedules } from '@pauta/server/scheduler/job-schedules'
import { refillLostIndex } from '@pauta/server/lost-index'
import type { Stack, StackOptions, StoreGate } from './stack-types.ts'
import { BUCKET, CLIPPING_GROUP, JOB_GROUP, logTo, startParts, type StackParts } from './stack-parts.ts'
import { databaseUrlOf } from './stores.ts'
import { makeStopper } from '@pauta/server/stopper'

/** Settings without delays: no message leaves the machine. */
const NO_DELIVERY: DeliveryResources = {
  email: { kind: 'off' },
  telegram: { token: '', botName: '', updatesSecret: '' },
  push: { publicKey: '', privateKey: '', subject: '' },
  ratePerSecond: byChannel(() => 1000),
}

/** Settings of a stack without sites. Nothing listens on this port, so no request leaves the machine. */
const NO_SITES: SitesResource = { relay: { url: 'http://127.0.0.1:9' } }

/** Returns the port by which functions reach a store: the store's own, or the relay's. */
function reach(port: number, gate: StoreGate | undefined): number {
  gate?.leadTo(port)
  return gate?.port ?? port
}

/** Returns the same address, with the relay's port when there is a relay. */
function behind(url: string, gate: StoreGate | undefined): string {
  if (!gate) return url
  const address = new URL(url)
  address.port = String(reach(Number(address.port), gate))
  return address.href
}

/** Returns the addresses that the functions use: each part's own port, or its relay's. */
function describeAddresses(
  { database, index, queues, users, services, datasetHub, scheduler }: StackParts,
  front: string,
  { gates, outsideScraper }: StackOptions,
): StackAddresses {
  const awsUrl = `http://127.0.0.1:${reach(Number(new URL(queues.url).port), gates?.aws)}`
  const reachQueue = (name: string) => queues.queueUrl(name).replace(queues.url, awsUrl)
  return {
    database: { ...database.address, port: reach(database.address.port, gates?.database) },
    index: { ...index.address, url: behind(index.address.url, gates?.index) },
    aws: {
      url: awsUrl,
      ...listQueueUrls(reachQueue),
      bucket: BUCKET,
    },
    scraper: outsideScraper ?? { url: '', token: SCRAPER_TOKEN },
    datasetHub: { url: datasetHub.url },
    scheduler: {
      url: behind(scheduler.url, gates?.scheduler),
      group: CLIPPING_GROUP,
      roleArn: SCHEDULER_ROLE,
      queueArn: queueArn('release'),
    },
    serviceIdentity: {
      issuer: services.issuer,
      jwksUri: behind(services.jwksUrl, gates?.serviceIssuer),
    },
    userIdentity: {
      issuer: users.issuer,
      jwksUri: behind(users.jwksUrl, gates?.userIssuer),
      userinfoUrl: behind(users.userinfoUrl, gates?.userIssuer),
    },
    front,
  }
}

/** Lists the active news sites of the catalogue, with their addresses on the real sites. */
export const listNewsSites = (): ReadableSite[] =>
  ROUTES.flatMap((route) => pickSites(catalogueSites(), route, []).sites)

/** Makes the variables that the functions read, from the addresses of the parts and the options. */
function makeStackEnvironment(
  started: StackParts,
  frontUrl: string,
  options: StackOptions,
): Record<string, string> {
  const { inbox } = started
  return makeEnvironment(describeAddresses(started, frontUrl, options), {
    corsOrigins: [frontUrl, ...(options.corsOrigins ?? [])],
    portalUrl: options.portalUrl ?? '',
    siteUrl: options.site ? frontUrl : '',
    catalogueSeconds: options.catalogueSeconds ?? 0,
    stallSeconds: options.stallSeconds,
    logLevel: options.logLevel ?? 'warn',
    embedding: options.embedding ?? { kind: 'hashing' },
    agentWorker: options.agentWorker ?? { url: '' },
    languageModel: options.languageModel ?? { kind: 'none' },
    outboundOrigins: [...(inbox ? [inbox.url] : []), ...(options.outboundOrigins ?? [])],
    delivery: { ...NO_DELIVERY, ...(inbox && describeInboxDelivery(inbox)), ...options.delivery },
    sites: options.sites ?? NO_SITES,
    publisher: options.publisher ?? {},
  })
}

/** Migrates, repairs a lost index, loads the sample data and starts workers and schedules, in this order. */
async function beginWork(
  { index, queues, inbox, polling, scheduler }: StackParts,
  frontUrl: string,
  options: StackOptions,
): Promise<void> {
  await buildPlayground()
  await buildWidget()
  // A large index takes time to read its documents back, and a migration queries its collections.
  await index.loaded
  await migrateStack()
  polling.start(options)
  if (inbox) await setTelegramWebhook(inbox, frontUrl)
  // Each store of a folder may have been lost alone.
  if (options.dataDir !== undefined) await refillLostIndex(options.say ?? (() => undefined))
  await options.prepare?.()
  if (options.schedules) await putSchedules(scheduler.url, JOB_GROUP, listJobSchedules(queueArn))
  scheduler.release()
  if (options.schedules && options.sites)
    await sendFirstScrapes(listJobSchedules(queueArn), (name) => queues.queueUrl(name))
}

/** Returns the running stack: its addresses, and what tests may do with it. */
function describeStack(
  started: StackParts,
  frontUrl: string,
  environment: Record<string, string>,
): Omit<Stack, 'stop' | typeof Symbol.asyncDispose> {
  const { database, index, queues, users, services, scheduler, polling } = started
  return {
    graphqlUrl: `${frontUrl}/graphql`,
    frontUrl,
    indexUrl: index.address.url,
    indexKey: index.address.key,
    awsUrl: queues.url,
    schedulerUrl: scheduler.url,
    userIssuer: users.issuer,
    serviceIssuer: services.issuer,
    databaseUrl: databaseUrlOf(database.address),
    environment,
    queueUrl: (name) => queues.queueUrl(name),
    datasetHub: started.datasetHub,
    inbox: started.inbox,
    dumpDatabase: (file) => database.dump(file),
    async reset(settings, emptyStores) {
      await polling.stop()
      scheduler.empty()
      await started.datasetHub.empty()
      await emptyStores()
      // Starts last: an earlier poll whose client has closed would still receive a message that arrives later.
      queues.empty()
      polling.start(settings)
    },
    token: (claims, lifetime) => users.token({ aud: USER_AUDIENCE, ...claims }, lifetime),
    rotateUserKey: () => users.rotateKey(),
    serviceToken: (claims = {}, lifetime) =>
      services.token({ aud: SERVICE_AUDIENCE, ...WORKER_ACCOUNT, ...claims }, lifetime),
  }
}

/**
 * Starts every emulator, sets the variables that the cloud would set, migrates, and serves the real Lambda handlers
 * over HTTP and from their queues. The variables belong to the process, so a process runs one stack.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const parts = makeStopper()
  try {
    const started = await startParts(options, parts)
    let isStarting = true
    const front = parts.add(
      await startHttpFront({
        port: options.port,
        log: logTo(options),
        patience: options.patience ?? 1,
        isStarting: () => isStarting,
        site: options.site?.({
          issuer: started.users.issuer,
          clientId: USER_AUDIENCE,
          operators: { issuer: started.services.issuer, clientId: SERVICE_AUDIENCE },
          publisher: publisherSchema.parse(options.publisher ?? {}),
        }),
        ...describeApi(options),
      }),
    )
    const environment = makeStackEnvironment(started, front.url, options)
    applyEnvironment(environment)
    await beginWork(started, front.url, options)
    isStarting = false
    return {
      ...describeStack(started, front.url, environment),
      stop: parts.stop,
      [Symbol.asyncDispose]: parts.stop,
    }
  } catch (error) {
    await parts.stop()
    throw error
  }
}
