import { checkSettings } from './stages/check-settings.ts'
import { makeAlarms } from './alarms.ts'
import { baseUrlOf, makeApi, makeGateway } from './api.ts'
import { makeDashboard } from './dashboard.ts'
import { makeDatabase } from './database.ts'
import { makeFirewall } from './firewall.ts'
import { makeFunctionArgs } from './functions.ts'
import { makeJobQueues, runJobs, scheduleJobs } from './jobs.ts'
import { makeLinks } from './links.ts'
import { makeMail } from './mail.ts'
import { runMigrations } from './migrations.ts'
import { nameResources } from './names.ts'
import { makeNetwork } from './network.ts'
import { dropStoresWithStage } from './preview-stores.ts'
import { makeQueues, subscribeWorkers } from './queues.ts'
import { makeReleaseSchedules } from './release-schedules.ts'
import { makeSearch } from './search.ts'
import { makeSecrets } from './secrets.ts'
import { settingsOf } from './stages/settings.ts'
import { stageKindOf } from './stages/stage-settings.ts'
import { makeRights } from './rights.ts'
import { publishShared, readShared } from './shared.ts'
import { joinOrigins, makeSite, siteUrlOf } from './site.ts'
import { makeStorage } from './storage.ts'

/** Makes all resources of one stage. Returns the addresses of the API and of the observatory. */
export function makeStage(stage: string) {
  const kind = stageKindOf(stage)
  const settings = settingsOf(stage)
  checkSettings(stage, settings)

  nameResources()
  const secrets = makeSecrets()
  const shared = kind === 'preview' ? readShared() : undefined
  const network = makeNetwork(settings, shared)
  const database = makeDatabase(stage, settings, network, shared)
  const search = makeSearch(stage, settings, secrets, network, shared)
  const storage = makeStorage(kind === 'production', settings.rawPagesDays)
  const workerQueues = makeQueues()
  const { queues, deadLetters } = workerQueues
  const jobQueues = makeJobQueues()
  const releaseSchedules = settings.schedules ? makeReleaseSchedules(queues.release) : undefined
  const mail = makeMail(settings, queues['mail-feedback'])
  const api = makeGateway(settings)
  const baseUrl = baseUrlOf(api, settings)
  const observatory = makeSite(settings, baseUrl)
  if (kind === 'staging') publishShared({ network, database, search })

  const links = makeLinks({
    stage,
    settings,
    secrets,
    database,
    search,
    storage,
    queues,
    deadLetters,
    jobQueues,
    releaseSchedules,
    mail,
    apiUrl: baseUrl,
    siteUrl: siteUrlOf(settings, observatory),
    corsOrigins: joinOrigins(settings, observatory),
  })
  const surroundings = { links, rights: makeRights(storage, workerQueues), network }
  const migration = runMigrations(makeFunctionArgs(surroundings))
  const functionArgs = makeFunctionArgs(surroundings, migration)

  subscribeWorkers(workerQueues, settings, functionArgs)
  runJobs(jobQueues, settings, functionArgs)
  if (settings.schedules) scheduleJobs(jobQueues)
  if (kind === 'preview') dropStoresWithStage(functionArgs)
  makeApi(api, settings, functionArgs)
  const firewall = settings.firewall ? makeFirewall(api, settings) : undefined
  if (kind !== 'preview') {
    const searchInstance = search.instanceId
    const { natInstances } = network
    const watched = { stage, settings, deadLetters, jobQueues, api, database, searchInstance, natInstances }
    const alarms = makeAlarms(watched)
    if (settings.size === 'standard') makeDashboard({ ...watched, firewall, alarms })
  }
  return { api: baseUrl, ...(observatory.site && { site: observatory.site.url }) }
}
