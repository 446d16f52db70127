import { cannotServe } from '@pauta/platform/database/connection-errors'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { describeError, PublicError } from '@pauta/platform/errors'
import { parseEvent, type NewsEvent, type Topic } from './envelope.ts'
import { listDue, markFailed, type ArticleStep, type PipelineStep } from './steps.ts'
import { publish, type Publisher } from './topics.ts'
import { readOrRefuse } from '@pauta/platform/workers/permanent-failure'
import type { Failure, Received, Run } from '@pauta/platform/workers/run-worker'

/** Groups messages by article. Unreadable messages are permanent failures. */
export function groupByArticle(messages: readonly Received[]): {
  waiting: Map<string, Received[]>
  failures: Failure[]
} {
  const waiting = new Map<string, Received[]>()
  const failures: Failure[] = []
  for (const message of messages) {
    try {
      const { subject } = readOrRefuse(() => parseEvent(message.body))
      waiting.set(subject, [...(waiting.get(subject) ?? []), message])
    } catch (error) {
      failures.push({ id: message.id, error })
    }
  }
  return { waiting, failures }
}

/** A failed step of an article. */
export interface FailedStep extends ArticleStep {
  error: unknown
}

/** The result of a batch. A step in neither list became due again meanwhile and has another message. */
interface Outcome {
  /** Articles whose step is done. */
  settled: string[]
  failed: FailedStep[]
}

export interface StepDependencies extends Publisher {
  db: DbPool
}

/** The work of a step. Every function handles a whole batch with a fixed number of statements. */
export interface StepWork<Dependencies extends StepDependencies> {
  step: PipelineStep
  /** Does the step for articles and settles it. An error fails all of them. */
  work: (due: readonly ArticleStep[], dependencies: Dependencies) => Promise<Outcome>
  /** The topic of the step's events. */
  topic: Topic
  /** Returns the events of articles whose step is done. */
  listEvents: (db: Db, uniqueIds: readonly string[]) => Promise<NewsEvent[]>
  /** Called with the events that were sent to the topic's subscribers. */
  onPublished?: (events: readonly NewsEvent[], dependencies: Dependencies) => Promise<void>
  /** Called with the failed articles, for steps that do not need this one. */
  onFailed?: (uniqueIds: readonly string[], dependencies: Dependencies, now: Date) => Promise<void>
}

/** Returns the text of an error and of its cause, which often names the external service. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? describeError(error) : `${describeError(error)} (${describeError(cause)})`
}

const isRetryable = (error: unknown): boolean => error instanceof PublicError && error.retryable

/**
 * Runs the work. An unavailable service fails all articles alike. Any other error may come from a single article, so
 * each is tried alone.
 */
async function workEach<Dependencies extends StepDependencies>(
  due: readonly ArticleStep[],
  work: StepWork<Dependencies>['work'],
  dependencies: Dependencies,
): Promise<Outcome> {
  try {
    return await work(due, dependencies)
  } catch (error) {
    if (cannotServe(error)) throw error
    if (due.length === 1 || isRetryable(error))
      return { settled: [], failed: due.map((step) => ({ ...step, error })) }
  }
  const outcome: Outcome = { settled: [], failed: [] }
  for (const [place, step] of due.entries()) {
    const one = await workEach([step], work, dependencies)
    outcome.settled.push(...one.settled)
    outcome.failed.push(...one.failed)
    const gone = one.failed.find(({ error }) => isRetryable(error))
    if (!gone) continue
    outcome.failed.push(...due.slice(place + 1).map((rest) => ({ ...rest, error: gone.error })))
    break
  }
  return outcome
}

/**
 * Handles a batch of a step: does the due steps, settles them, counts and reports failures, and publishes events of the
 * done ones. A repeated message whose step is done finds no due step; its event is published as a repeated one, because
 * the first attempt may have failed before the publication.
 */
export function handleStep<Dependencies extends StepDependencies>({
  step,
  work,
  topic,
  listEvents,
  onPublished,
  onFailed,
}: StepWork<Dependencies>): (run: Run<Dependencies>) => Promise<Failure[]> {
  return async ({ messages, dependencies, now }) => {
    const { waiting, failures } = groupByArticle(messages)
    const due = await listDue(dependencies.db, step, [...waiting.keys()])
    const outcome: Outcome =
      due.length === 0 ? { settled: [], failed: [] } : await workEach(due, work, dependencies)
    const failed = outcome.failed.map((attempt) => ({ ...attempt, reason: reasonOf(attempt.error) }))
    await markFailed(dependencies.db, step, failed)
    const open = new Set(due.map(({ uniqueId }) => uniqueId))
    const isRepeated = ([uniqueId, received]: [string, Received[]]) =>
      !open.has(uniqueId) && received.some(({ receiveCount }) => receiveCount > 1)
    const repeated = new Set([...waiting].filter(isRepeated).map(([uniqueId]) => uniqueId))
    const events = await listEvents(dependencies.db, [...outcome.settled, ...repeated])
    const sent = await publish(topic, events, repeated, dependencies)
    if (sent.length > 0) await onPublished?.(sent, dependencies)
    const failedIds = failed.map(({ uniqueId }) => uniqueId)
    if (failedIds.length > 0) await onFailed?.(failedIds, dependencies, now)
    for (const { uniqueId, error } of failed)
      for (const { id } of waiting.get(uniqueId) ?? []) failures.push({ id, error })
    return failures
  }
}
