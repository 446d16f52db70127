import type { ConfigSection } from '@pauta/core/config'
import type { Database } from './database.ts'
import type { JobQueues } from './jobs.ts'
import type { Queues } from './queues.ts'
import type { ReleaseClocks } from './release-clocks.ts'
import { readRelease } from './release.ts'
import type { Search } from './search.ts'
import type { Secrets } from './secrets.ts'
import type { StageSettings } from './settings.ts'
import type { Storage } from './storage.ts'

/** The linked resource behind every section of the configuration; a section without one does not compile. */
export type Links = Record<ConfigSection, $util.Resource>

export interface LinkSources {
  stage: string
  settings: StageSettings
  secrets: Secrets
  database: Database
  search: Search
  storage: Storage
  queues: Queues
  deadLetters: Queues
  jobQueues: JobQueues
  releaseClocks: ReleaseClocks | undefined
}

export function makeLinks({
  stage,
  settings,
  secrets,
  database,
  search,
  storage,
  queues,
  deadLetters,
  jobQueues,
  releaseClocks,
}: LinkSources): Links {
  return {
    settings: new sst.Linkable('Settings', {
      properties: {
        stage,
        release: readRelease(),
        corsOrigins: settings.corsOrigins.join(','),
        portalUrl: settings.portalUrl,
      },
    }),
    database: new sst.Linkable('Database', { properties: database.properties }),
    index: new sst.Linkable('SearchIndex', {
      properties: { url: search.url, key: secrets.searchIndexKey.value, collection: search.collection },
    }),
    embedding: new sst.Linkable('EmbeddingService', {
      properties:
        settings.embedding.kind === 'http'
          ? { ...settings.embedding, token: secrets.embeddingToken.value }
          : { ...settings.embedding },
    }),
    serviceIdentity: new sst.Linkable('ServiceIdentity', {
      properties: { ...settings.serviceIdentity, allowlist: settings.serviceIdentity.allowlist.join(',') },
    }),
    userIdentity: new sst.Linkable('UserIdentity', {
      properties: { ...settings.userIdentity, audiences: settings.userIdentity.audiences.join(',') },
    }),
    // Nothing is exempt in the cloud: every address that users give is a public one.
    outbound: new sst.Linkable('Outbound', { properties: { allowedOrigins: '' } }),
    scraper: new sst.Linkable('Scraper', {
      properties: { url: settings.scraper.url, token: secrets.scraperToken.value },
    }),
    jobQueues: linkJobQueues(jobQueues),
    deadLetters: linkDeadLetters(queues, deadLetters),
    storage,
    newsIngestQueue: queues['news-ingest'],
    enrichQueue: queues.enrich,
    embedQueue: queues.embed,
    indexQueue: queues.index,
    releaseQueue: queues.release,
    scheduler: linkReleaseClocks(releaseClocks),
  }
}

/** Whoever is linked may set and take away the clocks of clippings. */
function linkReleaseClocks(clocks: ReleaseClocks | undefined) {
  if (!clocks)
    return new sst.Linkable('ReleaseScheduler', { properties: { group: '', roleArn: '', queueArn: '' } })
  const { group, role, queue } = clocks
  const schedules = $interpolate`${group.arn.apply((arn) => arn.replace(':schedule-group/', ':schedule/'))}/*`
  return new sst.Linkable('ReleaseScheduler', {
    properties: { group: group.name, roleArn: role.arn, queueArn: queue.arn },
    include: [
      sst.aws.permission({
        actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
        resources: [schedules],
      }),
      sst.aws.permission({ actions: ['iam:PassRole'], resources: [role.arn] }),
    ],
  })
}

/** Whoever is linked may start runs. */
function linkJobQueues(jobQueues: JobQueues) {
  const queues = Object.entries(jobQueues)
  return new sst.Linkable('JobQueues', {
    properties: { urls: Object.fromEntries(queues.map(([name, { queue }]) => [name, queue.url])) },
    include: [
      sst.aws.permission({
        actions: ['sqs:SendMessage'],
        resources: queues.map(([, { queue }]) => queue.arn),
      }),
    ],
  })
}

/** Whoever is linked may take dead letters and send them back to where they died. */
function linkDeadLetters(queues: Queues, deadLetters: Queues) {
  const names = Object.keys(queues) as (keyof Queues)[]
  return new sst.Linkable('DeadLetters', {
    properties: {
      queues: Object.fromEntries(
        names.map((name) => [name, { url: queues[name].url, deadLetterUrl: deadLetters[name].url }]),
      ),
    },
    include: [
      sst.aws.permission({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
        resources: names.map((name) => deadLetters[name].arn),
      }),
      sst.aws.permission({
        actions: ['sqs:SendMessage'],
        resources: names.map((name) => queues[name].arn),
      }),
    ],
  })
}
