import { workers } from '../../../functions/workers/workers.ts'
import { pascalCase } from '../../../stacks/pascal-case.ts'
import type { StageSettings } from '../../../stacks/stages/stage-settings.ts'

const RECEIVE = [
  'ChangeMessageVisibility',
  'DeleteMessage',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ReceiveMessage',
]

const receive = (name: string) => RECEIVE.map((action) => `sqs:${action} ${name}QueueQueue`)
/** Receiving from its own queue, and refusing messages for good. */
const work = (name: string) => [...receive(name), `sqs:SendMessage ${name}DeadLettersQueue`]
const send = (...names: string[]) => names.map((name) => `sqs:SendMessage ${name}QueueQueue`)
const takeDeadLetters = (...names: string[]) =>
  names.flatMap((name) =>
    ['ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage'].map(
      (action) => `sqs:${action} ${name}DeadLettersQueue`,
    ),
  )

const measure = (...names: string[]) =>
  names.flatMap((name) => [
    `sqs:GetQueueAttributes ${name}QueueQueue`,
    `sqs:GetQueueAttributes ${name}DeadLettersQueue`,
    `sqs:ReceiveMessage ${name}DeadLettersQueue`,
  ])

const STORE_RAW_EVENTS = 's3:PutObject StorageBucket/bronze/*'
const LIST_OBJECTS = 's3:ListBucket StorageBucket'
const ALL_QUEUES = workers.map(({ queue }) => pascalCase(queue))

/** Managing release schedules in their group, and passing the role that sends their messages. */
const RELEASE_SCHEDULES = [
  'iam:PassRole ReleaseSchedulerRole if iam:PassedToService is scheduler.amazonaws.com',
  ...['CreateSchedule', 'DeleteSchedule', 'UpdateSchedule'].map(
    (action) => `scheduler:${action} ReleaseSchedules/*`,
  ),
]

/** Messages for the rows of the ledger. */
const DELIVER = send('DeliverEmail', 'DeliverTelegram', 'DeliverPush', 'DeliverWebhook', 'DeliverSlack')

/** What queries and mutations may do. */
const OPERATIONS = [
  ...send('Enrich', 'Embed', 'Index', 'Release', 'DeliverEmail', 'DeliverTelegram', 'DeliverPush'),
]

const SCRAPE = [
  's3:PutObject StorageBucket/ingest/*',
  's3:PutObject StorageBucket/pages/*',
  's3:PutObject StorageBucket/raw-pages/*',
]

/** Permissions of each function besides writing its log and using its network. A function without an entry has none. */
export const ALLOWED: Record<string, string[]> = {
  graphql: OPERATIONS,
  mcp: OPERATIONS,
  'telegram-updates': send('DeliverEmail'),
  ingest: [
    ...work('NewsIngest'),
    STORE_RAW_EVENTS,
    's3:GetObject StorageBucket/*',
    LIST_OBJECTS,
    ...send('Enrich', 'Index'),
  ],
  enrich: [
    ...work('Enrich'),
    STORE_RAW_EVENTS,
    LIST_OBJECTS,
    's3:GetObject StorageBucket/models/themes/*',
    ...send('Classify', 'Embed', 'Index'),
  ],
  classify: [...work('Classify'), STORE_RAW_EVENTS, ...send('Enrich', 'Embed', 'Index')],
  embed: [...work('Embed'), STORE_RAW_EVENTS, ...send('Index')],
  index: work('Index'),
  release: [...work('Release'), ...DELIVER],
  'deliver-email': [...work('DeliverEmail'), ...send('DeliverEmail')],
  'deliver-telegram': [...work('DeliverTelegram'), ...send('DeliverTelegram')],
  'deliver-push': [...work('DeliverPush'), ...send('DeliverPush')],
  'deliver-webhook': [...work('DeliverWebhook'), ...send('DeliverWebhook')],
  'deliver-slack': [...work('DeliverSlack'), ...send('DeliverSlack')],
  'mail-feedback': work('MailFeedback'),
  'job-check-integrity': [...receive('CheckIntegrityJob'), ...send('NewsIngest')],
  'job-scrape': [...receive('ScrapeJob'), ...SCRAPE, ...send('ScrapeJob', 'NewsIngest')],
  'job-scrape-ebc': [...receive('ScrapeEbcJob'), ...SCRAPE, ...send('ScrapeEbcJob', 'NewsIngest')],
  'job-backfill': [
    ...receive('BackfillJob'),
    's3:PutObject StorageBucket/ingest/*',
    's3:PutObject StorageBucket/pages/*',
    's3:PutObject StorageBucket/raw-pages/*',
    ...send('NewsIngest'),
  ],
  'job-sweep': [
    ...receive('SweepJob'),
    ...send('Enrich', 'Classify', 'Embed', 'Index', 'Release'),
    ...DELIVER,
    ...measure(...ALL_QUEUES),
  ],
  'job-purge': [
    ...receive('PurgeJob'),
    ...takeDeadLetters('Enrich', 'Classify', 'Embed', 'Index'),
    's3:DeleteObject StorageBucket/raw-pages/*',
  ],
  'job-push-feeds': receive('PushFeedsJob'),
  'job-push-news': [...receive('PushNewsJob'), ...send('DeliverPush')],
  'job-rank-articles': [...receive('RankArticlesJob'), ...send('Index')],
  'job-learn-themes': [
    ...receive('LearnThemesJob'),
    LIST_OBJECTS,
    ...['DeleteObject', 'GetObject', 'PutObject'].map(
      (action) => `s3:${action} StorageBucket/models/themes/*`,
    ),
    ...send('LearnThemesJob', 'Index'),
  ],
  'job-rank-entities': receive('RankEntitiesJob'),
  // Its own queue too: work beyond one invocation continues in the next.
  'job-export-changes': [...receive('ExportChangesJob'), ...send('ExportChangesJob')],
  'job-export-dataset': [...receive('ExportDatasetJob'), ...send('ExportDatasetJob')],
  'job-reconcile-dlq': [
    ...receive('ReconcileDlqJob'),
    ...takeDeadLetters(...ALL_QUEUES),
    ...send(...ALL_QUEUES),
  ],
  'job-replay-events': [
    ...receive('ReplayEventsJob'),
    's3:GetObject StorageBucket/bronze/*',
    LIST_OBJECTS,
    ...send('ReplayEventsJob', 'Enrich', 'Embed', 'Index'),
  ],
  'job-repair-articles': [...receive('RepairArticlesJob'), ...send('RepairArticlesJob')],
  'job-sync-index': [...receive('SyncIndexJob'), ...send('SyncIndexJob')],
  'job-check-database': receive('CheckDatabaseJob'),
}

/** Additional permissions on stages with schedules, when the language model is at Bedrock, and when SES sends mail. */
export function listBesides({
  schedules,
  languageModel,
  delivery: { email },
}: StageSettings): Record<string, string[]> {
  const besides: Record<string, string[]> = {}
  if (schedules)
    Object.assign(besides, { graphql: RELEASE_SCHEDULES, mcp: RELEASE_SCHEDULES, release: RELEASE_SCHEDULES })
  if (languageModel.kind === 'bedrock') {
    const { model } = languageModel
    const foundation = model.replace(/^(us-gov|us|eu|apac|jp|au|ca|global)\./, '')
    const rights = [`bedrock:InvokeModel foundation-model/${foundation}`]
    if (foundation !== model) rights.push(`bedrock:InvokeModel inference-profile/${model}`)
    Object.assign(besides, { classify: rights, stream: rights })
  }
  if (email.kind === 'ses')
    besides['deliver-email'] = ['ses:SendEmail', 'ses:SendRawEmail'].flatMap((action) => [
      `${action} MailConfiguration`,
      `${action} identity/${email.fromAddress.split('@').at(-1)}`,
      `${action} identity/${email.fromAddress}`,
    ])
  return besides
}
