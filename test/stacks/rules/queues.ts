import { jobs } from '../../../functions/jobs/jobs.ts'
import { workers } from '../../../functions/workers/workers.ts'
import { pascalCase } from '../../../stacks/pascal-case.ts'
import { listOfType, type Resource } from '../graph.ts'
import { inEach } from './rule.ts'

const QUEUE = 'aws:sqs/queue:Queue'
const MAPPING = 'aws:lambda/eventSourceMapping:EventSourceMapping'
const JOB_MARGIN_SECONDS = 60

interface Source {
  /** Logical name of the queue, without SST's suffix. */
  name: string
  /** Required visibility time-out in seconds, with its reason. */
  hiddenSeconds: number
  reason: string
  maxReceives: number
}

const SOURCES: Source[] = [
  ...workers.map((worker) => {
    const { queue, timeoutSeconds, batch, maxReceives } = worker
    // A worker whose messages may run twice at once has its own visibility time-out, above one time-out of the
    // function.
    const own = 'visibilitySeconds' in worker
    return {
      name: pascalCase(queue),
      hiddenSeconds: own ? timeoutSeconds + 30 : 6 * timeoutSeconds + batch.windowSeconds,
      reason: own ? 'the time-out of its worker' : 'six time-outs of its worker and the window',
      maxReceives,
    }
  }),
  ...jobs.map(({ name, timeoutSeconds, retries }) => ({
    name: `${pascalCase(name)}Job`,
    hiddenSeconds: timeoutSeconds + JOB_MARGIN_SECONDS,
    reason: 'the time-out of its job and a minute',
    maxReceives: retries.attempts + 1,
  })),
]

/** Every queue has a dead-letter queue and hides a message long enough, in every stage. */
export const findUnsafeQueues = inEach((graph) =>
  SOURCES.flatMap((source) => {
    const queue = listOfType(graph, QUEUE).find(({ name }) => name === `${source.name}QueueQueue`)
    if (!queue) return [`${source.name}Queue is missing`]
    return findFaultsOf(queue, source).map((fault) => `${source.name}Queue ${fault}`)
  }),
)

function findFaultsOf({ inputs }: Resource, { name, hiddenSeconds, reason, maxReceives }: Source): string[] {
  const faults: string[] = []
  const redrive = inputs['redrivePolicy']
  if (typeof redrive !== 'string')
    faults.push('has no dead-letter queue: a message that always fails returns for ever')
  else {
    const policy = JSON.parse(redrive) as { deadLetterTargetArn: string; maxReceiveCount: number }
    if (!policy.deadLetterTargetArn.endsWith(`:${name}DeadLettersQueue`))
      faults.push(`has the dead letters of another: ${policy.deadLetterTargetArn}`)
    if (policy.maxReceiveCount !== maxReceives)
      faults.push(
        `gives a message up after ${policy.maxReceiveCount} receives; its definition says ${maxReceives}`,
      )
  }
  const hidden = Number(inputs['visibilityTimeoutSeconds'])
  if (!(hidden >= hiddenSeconds))
    faults.push(`hides a message for ${hidden} s: at least ${hiddenSeconds} s, ${reason}, or it runs twice`)
  return faults
}

/** Every queue has one function that receives from it and reports failed items, in every stage. */
export const findLostSubscribers = inEach((graph) =>
  SOURCES.filter(({ name }) => {
    const mappings = listOfType(graph, MAPPING).filter(({ inputs }) =>
      String(inputs['eventSourceArn']).endsWith(`:${name}QueueQueue`),
    )
    const types = JSON.stringify(mappings[0]?.inputs['functionResponseTypes'] ?? [])
    return mappings.length !== 1 || !types.includes('ReportBatchItemFailures')
  }).map(({ name }) => `${name}Queue has not one subscriber, which reports only failed items`),
)
