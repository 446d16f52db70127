import type { Right } from '../packages/platform/src/workers/define-worker.ts'
import { STEPS } from './objectives.ts'
import type { Queues, WorkerQueues } from './queues.ts'
import { KEPT_PAGES, LARGE_ARTICLES, RAW_EVENTS, RAW_PAGES, THEME_MODELS, type Storage } from './storage.ts'

type Permissions = NonNullable<sst.aws.FunctionArgs['permissions']>

/** The permissions of each right of a worker or a job. A link to the bucket or to dead letters grants no access. */
export type Rights = Record<Right, Permissions>

export function makeRights(storage: Storage, { queues, deadLetters }: WorkerQueues): Rights {
  const names = Object.keys(queues) as (keyof Queues)[]
  const may = (actions: string[], ...folders: string[]) => ({
    actions: actions.map((action) => `s3:${action}`),
    resources: folders.map((folder) => $interpolate`${storage.arn}/${folder}/*`),
  })
  // Without the right to list, S3 reports a missing object as forbidden, which would hide the cause.
  const list = { actions: ['s3:ListBucket'], resources: [storage.arn] }
  return {
    'store-raw-events': [may(['PutObject'], RAW_EVENTS)],
    'read-raw-events': [list, may(['GetObject'], RAW_EVENTS)],
    'store-large-texts': [may(['PutObject'], LARGE_ARTICLES)],
    'keep-pages': [may(['PutObject'], KEPT_PAGES, RAW_PAGES)],
    'remove-raw-pages': [may(['DeleteObject'], RAW_PAGES)],
    'keep-theme-models': [list, may(['PutObject', 'GetObject', 'DeleteObject'], THEME_MODELS)],
    'read-theme-models': [list, may(['GetObject'], THEME_MODELS)],
    // The sender of a large article chooses its key.
    'read-large-texts': [list, { actions: ['s3:GetObject'], resources: [$interpolate`${storage.arn}/*`] }],
    'take-dead-letters-of-steps': [take(STEPS.map((name) => deadLetters[name].arn))],
    'return-dead-letters': [
      take(names.map((name) => deadLetters[name].arn)),
      { actions: ['sqs:SendMessage'], resources: names.map((name) => queues[name].arn) },
    ],
    // Reads dead letters for their reasons and removes none.
    'measure-queues': [
      {
        actions: ['sqs:GetQueueAttributes'],
        resources: names.flatMap((name) => [queues[name].arn, deadLetters[name].arn]),
      },
      { actions: ['sqs:ReceiveMessage'], resources: names.map((name) => deadLetters[name].arn) },
    ],
  }
}

const take = (resources: $util.Output<string>[]) => ({
  actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
  resources,
})
