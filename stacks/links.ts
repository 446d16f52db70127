import type { ConfigSection } from '@pauta/platform/config/config'
import {
  DELIVERY_CHANNELS,
  deliveryQueue,
  deliveryQueueSection,
  type DeliveryQueueSection,
} from '../packages/platform/src/config/delivery-channels.ts'
import type { Database } from './database.ts'
import type { JobQueues } from './jobs.ts'
import type { Mail } from './mail.ts'
import { countSenders, type Queues } from './queues.ts'
import type { ReleaseSchedules } from './release-schedules.ts'
import { readVersion } from './version.ts'
import type { Search } from './search.ts'
import type { Secrets } from './secrets.ts'
import type { StageSettings } from './stages/stage-settings.ts'
import type { Storage } from './storage.ts'

/** The linked resource of every configuration section. A section without a resource does not compile. */
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
  releaseSchedules: ReleaseSchedules | undefined
  mail: Mail | undefined
  /** Base of the API's addresses. */
  apiUrl: $util.Input<string>
  /** Base of the observatory's pages; empty without one. */
  siteUrl: $util.Input<string>
  /** The origins from which browsers may call the API, joined by commas. */
  corsOrigins: $util.Input<string>
}

export function makeLinks(sources: LinkSources): Links {
  const { settings, secrets, queues, jobQueues, deadLetters } = sources
  return {
    ...linkStores(sources),
    ...linkDelivery(sources),
    settings: new sst.Linkable('Settings', {
      properties: {
        stage: sources.stage,
        version: readVersion(),
        corsOrigins: sources.corsOrigins,
        portalUrl: settings.portalUrl,
        siteUrl: sources.siteUrl,
        streams: settings.streamConcurrency,
        rawPagesDays: settings.rawPagesDays,
        historyMonths: settings.historyMonths,
        classification: settings.languageModel.kind !== 'none',
      },
    }),
    serviceIdentity: new sst.Linkable('ServiceIdentity', {
      properties: { ...settings.serviceIdentity, allowlist: settings.serviceIdentity.allowlist.join(',') },
    }),
    userIdentity: new sst.Linkable('UserIdentity', {
      properties: { ...settings.userIdentity, audiences: settings.userIdentity.audiences.join(',') },
    }),
    // In the cloud no origin is exempt from the check of addresses: every address that users give must be public.
    publisher: new sst.Linkable('Publisher', { properties: settings.publisher }),
    outbound: new sst.Linkable('Outbound', { properties: { allowedOrigins: '' } }),
    scrapeService: new sst.Linkable('ScrapeService', { properties: { contact: contactOf(sources) } }),
    scraper: new sst.Linkable('Scraper', {
      properties: {
        url: settings.scraper.kind === 'url' ? settings.scraper.url : '',
        token: secrets.scraperToken.value,
      },
    }),
    datasetHost: new sst.Linkable('DatasetHost', {
      properties: {
        ...settings.dataset,
        // Every preview has the fallback secret. A token without a dataset would count as half a configuration.
        token: settings.dataset.dataset === '' ? '' : secrets.datasetToken.value,
      },
    }),
    agentWorker: new sst.Linkable('AgentWorker', {
      properties: { ...settings.agentWorker, token: secrets.agentWorkerToken.value },
    }),
    languageModel: linkLanguageModel(settings, secrets),
    jobQueues: linkJobQueues(jobQueues),
    deadLetters: linkDeadLetters(queues, deadLetters),
    storage: sources.storage,
    newsIngestQueue: queues['news-ingest'],
    enrichQueue: queues.enrich,
    classifyQueue: queues.classify,
    embedQueue: queues.embed,
    indexQueue: queues.index,
    releaseQueue: queues.release,
    scheduler: linkReleaseSchedules(sources.releaseSchedules),
  }
}

/** The address at which operators of a site reach the operators of the stage. */
function contactOf({ settings: { scraper, portalUrl, alarmEmail }, apiUrl }: LinkSources) {
  const chosen = scraper.kind === 'own' ? scraper.contact : undefined
  return chosen || portalUrl || alarmEmail || apiUrl
}

/** Links to the stores of news and to the embedding service. */
function linkStores({ settings: { embedding }, secrets, database, search }: LinkSources) {
  return {
    database: new sst.Linkable('Database', { properties: database.properties }),
    index: new sst.Linkable('SearchIndex', {
      properties: {
        url: search.url,
        nodes: search.nodes,
        key: secrets.searchIndexKey.value,
        collection: search.collection,
        ca: search.ca,
      },
    }),
    embedding: new sst.Linkable('EmbeddingService', {
      properties:
        embedding.kind === 'http' ? { ...embedding, token: secrets.embeddingToken.value } : embedding,
    }),
  }
}

/** The queue of each channel, by its section of the configuration. */
function linkDeliveryQueues(queues: Queues) {
  const links = DELIVERY_CHANNELS.map((channel) => [
    deliveryQueueSection(channel),
    queues[deliveryQueue(channel)],
  ])
  return Object.fromEntries(links) as Record<DeliveryQueueSection, $util.Resource>
}

/** Links of the channels that reach people. */
function linkDelivery({ settings, secrets, queues, mail, apiUrl }: LinkSources) {
  const { telegramBot, push, ratePerSecond } = settings.delivery
  return {
    ...linkDeliveryQueues(queues),
    delivery: new sst.Linkable('Delivery', {
      properties: { apiUrl, ratePerSecond, senders: countSenders(settings) },
    }),
    email: linkEmail(settings, secrets, mail),
    telegram: new sst.Linkable('Telegram', {
      properties: {
        token: secrets.telegramToken.value,
        botName: telegramBot,
        updatesSecret: secrets.telegramUpdatesSecret.value,
      },
    }),
    push: new sst.Linkable('Push', { properties: { ...push, privateKey: secrets.pushPrivateKey.value } }),
    linkSigning: new sst.Linkable('LinkSigning', {
      properties: { secret: secrets.linkSigningSecret.value, previous: secrets.linkSigningPrevious.value },
    }),
  }
}

/** Grants sending mail. With SES, only from the configured address. */
function linkEmail({ delivery: { email }, region }: StageSettings, secrets: Secrets, mail: Mail | undefined) {
  if (email.kind === 'smtp')
    return new sst.Linkable('Email', { properties: { ...email, password: secrets.emailPassword.value } })
  if (!mail) return new sst.Linkable('Email', { properties: { ...email } })
  const { configurationSet, identities } = mail
  return new sst.Linkable('Email', {
    properties: { ...email, configurationSet: configurationSet.configurationSetName },
    include: [
      sst.aws.permission({
        actions: ['ses:SendEmail', 'ses:SendRawEmail'],
        resources: [
          configurationSet.arn,
          ...identities.map(
            (identity) => $interpolate`arn:aws:ses:${region}:${accountId()}:identity/${identity}`,
          ),
        ],
      }),
    ],
  })
}

/** Linked functions may create, update and delete the release schedules of clippings. */
function linkReleaseSchedules(releases: ReleaseSchedules | undefined) {
  if (!releases)
    return new sst.Linkable('ReleaseScheduler', { properties: { group: '', roleArn: '', queueArn: '' } })
  const { group, role, queue } = releases
  const schedules = $interpolate`${group.arn.apply((arn) => arn.replace(':schedule-group/', ':schedule/'))}/*`
  return new sst.Linkable('ReleaseScheduler', {
    properties: { group: group.name, roleArn: role.arn, queueArn: queue.arn },
    include: [
      sst.aws.permission({
        actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
        resources: [schedules],
      }),
      sst.aws.permission({
        actions: ['iam:PassRole'],
        resources: [role.arn],
        conditions: [
          { test: 'StringEquals', variable: 'iam:PassedToService', values: ['scheduler.amazonaws.com'] },
        ],
      }),
    ],
  })
}

/** Grants calls to the language model: to Bedrock by the function's role, to another service by a token. */
function linkLanguageModel({ languageModel, region }: StageSettings, secrets: Secrets) {
  if (languageModel.kind === 'openai-compatible')
    return new sst.Linkable('LanguageModel', {
      properties: { ...languageModel, token: secrets.languageModelToken.value },
    })
  if (languageModel.kind === 'none') return new sst.Linkable('LanguageModel', { properties: languageModel })
  return new sst.Linkable('LanguageModel', {
    properties: languageModel,
    include: [
      sst.aws.permission({
        actions: ['bedrock:InvokeModel'],
        resources: listModelArns(languageModel.model, languageModel.region || region),
      }),
    ],
  })
}

/** The region prefix of an inference profile, which precedes the model's id. */
const PROFILE_OF_MODEL = /^(us-gov|us|eu|apac|jp|au|ca|global)\./

/**
 * Returns the ARN of the model, or of the profile and its model. A profile sends requests to several regions, so the
 * ARN of the model has a wildcard for the region. A profile given as an ARN does not reveal its model.
 */
function listModelArns(model: string, region: string): $util.Input<string>[] {
  if (model.startsWith('arn:')) return [model, 'arn:aws:bedrock:*::foundation-model/*']
  const foundation = model.replace(PROFILE_OF_MODEL, '')
  if (foundation === model) return [`arn:aws:bedrock:${region}::foundation-model/${model}`]
  return [
    $interpolate`arn:aws:bedrock:${region}:${accountId()}:inference-profile/${model}`,
    `arn:aws:bedrock:*::foundation-model/${foundation}`,
  ]
}

const accountId = () => aws.getCallerIdentityOutput({}).accountId

/** Grants starting runs of jobs. */
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

/**
 * The addresses of dead-letter queues and their source queues. The rights of each function decide what it may do there.
 */
function linkDeadLetters(queues: Queues, deadLetters: Queues) {
  const names = Object.keys(queues) as (keyof Queues)[]
  return new sst.Linkable('DeadLetters', {
    properties: {
      queues: Object.fromEntries(
        names.map((name) => [name, { url: queues[name].url, deadLetterUrl: deadLetters[name].url }]),
      ),
    },
  })
}
