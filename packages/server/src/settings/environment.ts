import { findVariable } from '@pauta/platform/config/config'
import { describeQueues, listQueueUrls, writeResources } from '../functions/queue-variables.ts'
import { queueArn, SCHEDULER_ROLE } from '../scheduler/queue-scheduler.ts'
import type { MachineSections } from './settings.ts'

/** The group of the schedules of clippings. */
export const CLIPPING_GROUP = 'pauta-clippings'
const REGION = 'us-east-2'

/** Addresses of the parts that run in the process. */
interface OwnAddresses {
  queuesUrl: string
  queueUrl: (name: string) => string
  schedulerUrl: string
}

/** Returns a variable of the operator, or the value that it has without one. */
const keepOr = (name: string, value: string) => findVariable(name) ?? value

/**
 * Returns the variables that the cloud sets for the functions, with the parts of this machine. The keys of AWS are those
 * of an S3-compatible store; the queues and the scheduler of the process ask for none.
 */
export function makeMachineEnvironment(
  sections: MachineSections,
  { queuesUrl, queueUrl, schedulerUrl }: OwnAddresses,
): Record<string, string> {
  const { siteUrl, corsOrigins } = sections.settings
  return {
    ...writeResources({
      App: { name: 'pauta', stage: sections.settings.stage },
      Settings: { ...sections.settings, corsOrigins: [siteUrl, ...corsOrigins].join(',') },
      Database: sections.database,
      SearchIndex: sections.index,
      Storage: sections.storage,
      ...describeQueues(listQueueUrls(queueUrl)),
      Scraper: { url: '' },
      ScrapeService: sections.scrapeService,
      DatasetHost: sections.datasetHost,
      ReleaseScheduler: { group: CLIPPING_GROUP, roleArn: SCHEDULER_ROLE, queueArn: queueArn('release') },
      EmbeddingService: sections.embedding,
      AgentWorker: { url: '' },
      LanguageModel: sections.languageModel,
      Delivery: sections.delivery,
      Email: sections.email,
      Telegram: sections.telegram,
      Push: sections.push,
      LinkSigning: sections.linkSigning,
      UserIdentity: sections.userIdentity,
      ServiceIdentity: sections.serviceIdentity,
      Outbound: sections.outbound,
      Publisher: sections.publisher,
    }),
    AWS_REGION: keepOr('AWS_REGION', REGION),
    AWS_ACCESS_KEY_ID: keepOr('AWS_ACCESS_KEY_ID', 'machine'),
    AWS_SECRET_ACCESS_KEY: keepOr('AWS_SECRET_ACCESS_KEY', 'machine'),
    AWS_ENDPOINT_URL_SQS: queuesUrl,
    AWS_ENDPOINT_URL_SCHEDULER: schedulerUrl,
    // Metrics are log lines for CloudWatch. A machine has /metrics.
    POWERTOOLS_METRICS_DISABLED: 'true',
  }
}
