import type { Right } from '../packages/platform/src/workers/define-worker.ts'
import { STEPS } from './objectives.ts'
import type { Queues, WorkerQueues } from './queues.ts'
import type { Storage } from './storage.ts'

type Permissions = NonNullable<sst.aws.FunctionArgs['permissions']>

/** What each right of a worker or a job comes to. A link to the bucket or to dead letters only says where they are. */
export type Rights = Record<Right, Permissions>

/** Where raw events lie; a test compares with core's `rawEventKey`. */
const RAW_EVENTS = 'bronze'

export function makeRights(storage: Storage, { queues, deadLetters }: WorkerQueues): Rights {
  const names = Object.keys(queues) as (keyof Queues)[]
  // Who may not list is told of a missing object that it is forbidden, which sounds like a fault of ours.
  const list = { actions: ['s3:ListBucket'], resources: [storage.arn] }
  return {
    'store-raw-events': [
      { actions: ['s3:PutObject'], resources: [$interpolate`${storage.arn}/${RAW_EVENTS}/*`] },
    ],
    'read-raw-events': [
      list,
      { actions: ['s3:GetObject'], resources: [$interpolate`${storage.arn}/${RAW_EVENTS}/*`] },
    ],
    // Whoever sends a large article chooses its key.
    'read-large-articles': [list, { actions: ['s3:GetObject'], resources: [$interpolate`${storage.arn}/*`] }],
    'take-dead-letters-of-steps': [take(STEPS.map((name) => deadLetters[name].arn))],
    'return-dead-letters': [
      take(names.map((name) => deadLetters[name].arn)),
      { actions: ['sqs:SendMessage'], resources: names.map((name) => queues[name].arn) },
    ],
  }
}

const take = (resources: $util.Output<string>[]) => ({
  actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
  resources,
})
