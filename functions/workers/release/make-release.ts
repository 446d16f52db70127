import { composeRun, readRun } from '@pauta/delivery/digest/compose-run'
import { planDeliveries } from '@pauta/delivery/plan-ledger'
import { findNextRun } from '@pauta/clippings/schedules/due-time'
import type { ReleaseMessage } from '@pauta/clippings/schedules/messages'
import { endRun, type NewRelease } from '@pauta/clippings/releases/end-run'
import { setReleaseSchedule, type ReleaseScheduler } from '@pauta/clippings/schedules/release-scheduler'
import {
  findHeldInstant,
  findRunState,
  readRunClock,
  type RunState,
} from '@pauta/clippings/releases/run-state'
import { listSections } from '@pauta/clippings/releases/sections'
import { parseSchedule } from '@pauta/clippings/schedules/schedule'
import { findWindow, type ReleaseWindow } from '@pauta/clippings/releases/window'
import type { DbPool } from '@pauta/platform/database/database'
import type { DeliveryQueueUrls } from '@pauta/delivery/queues/enqueue-pages'
import { enqueueDeliveries } from '@pauta/delivery/queues/enqueue-release'
import type { QueueSender } from '@pauta/platform/queues/queues'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { ulid } from 'ulid'

/** Attempts for a run that another run or a person overtakes. */
const ROUNDS_MAX = 3
/** Schedules may send a message this early. An earlier message comes from a clock that was wrong. */
const EARLY_MINUTES = 1

export interface ReleaseDependencies {
  db: DbPool
  index: SearchIndex
  queues: QueueSender
  scheduler: ReleaseScheduler
  deliveryQueues: DeliveryQueueUrls
}

/** The result of a message. */
export type ReleaseOutcome =
  /** A release with so many articles and changes was made, and so many ledger rows were enqueued. */
  | { kind: 'released'; releaseId: string; articles: number; changes: number; enqueued: number }
  /** The run ended without articles and changes. */
  | { kind: 'empty' }
  /** The clipping was deleted, or the run of this message took place before. */
  | { kind: 'past' }
  /** The run is not due yet by our clocks; the sweep enqueues it when it is. */
  | { kind: 'early' }

/** Whether the message still needs a run. */
function isOpen(message: ReleaseMessage, { nextRunAt, answeredAt }: RunState): boolean {
  return message.kind === 'due'
    ? nextRunAt?.getTime() === message.nextRunAt.getTime()
    : (answeredAt?.getTime() ?? 0) < message.requestedAt.getTime()
}

/** What a window becomes: a release, unless it has neither articles nor changes, and where the next changes begin. */
interface Composed {
  release: NewRelease | undefined
  changesUntil: string | null
}

async function composeNew(
  state: RunState,
  window: ReleaseWindow,
  { db, index }: ReleaseDependencies,
): Promise<Composed> {
  const contents = await readRun({ db, index }, state, window)
  const { captured, changes, changesUntil } = contents
  if (captured.articleIds.length + changes.length === 0) return { release: undefined, changesUntil }
  const release = {
    id: ulid(window.to.getTime()),
    clippingName: state.name,
    window,
    digest: await composeRun(db, state, { window, contents }),
    articleIds: captured.articleIds,
    changes,
    sections: listSections(state.recortes, captured.byRecorte),
    sinceHours: captured.sinceHours,
  }
  return { release, changesUntil }
}

/**
 * Returns the next run. A manual release keeps the stored one, unless it is later than the schedule allows, as after a
 * run on a machine whose clock was ahead.
 */
function nextRunAfter(message: ReleaseMessage, state: RunState, now: Date): Date | null {
  const schedule = parseSchedule(state.schedule, 'schedule')
  if (message.kind === 'due')
    return findNextRun({ ...state, schedule }, message.nextRunAt > now ? message.nextRunAt : now)
  const next = findNextRun({ ...state, schedule }, now)
  return state.nextRunAt && next && next < state.nextRunAt ? next : state.nextRunAt
}

/** Makes one attempt at a run. Returns undefined when another run or a change came first. */
async function attempt(
  message: ReleaseMessage,
  state: RunState,
  dependencies: ReleaseDependencies,
  now: Date,
): Promise<ReleaseOutcome | undefined> {
  const { db, queues, scheduler, deliveryQueues } = dependencies
  const window = findWindow({
    schedule: parseSchedule(state.schedule, 'schedule'),
    deliveredUntil: state.deliveredUntil,
    due: message.kind === 'due' ? message.nextRunAt : now,
    now,
    openArrival: await findHeldInstant(db, now),
  })
  const { release, changesUntil } = window
    ? await composeNew(state, window, dependencies)
    : { release: undefined, changesUntil: state.changesUntil }
  const nextRunAt = nextRunAfter(message, state, now)
  const answeredAt = message.kind === 'manual' ? message.requestedAt : state.answeredAt
  const end = { state, window, release, changesUntil, nextRunAt, answeredAt, now }
  if (!(await endRun(db, end, planDeliveries))) return undefined
  if (nextRunAt?.getTime() !== state.nextRunAt?.getTime())
    await setReleaseSchedule(scheduler, { id: state.id, nextRunAt })
  if (!release) return { kind: 'empty' }
  const enqueued = await enqueueDeliveries(db, {
    releaseId: release.id,
    plannedAt: now,
    queues,
    urls: deliveryQueues,
  })
  return {
    kind: 'released',
    releaseId: release.id,
    articles: release.articleIds.length,
    changes: release.changes.length,
    enqueued,
  }
}

/**
 * Makes the release that a message asks for, unless it exists: the articles that became searchable since the previous
 * window, for all subscribers. Repeated and older messages change nothing.
 */
export async function makeRelease(
  message: ReleaseMessage,
  dependencies: ReleaseDependencies,
  ownClock: Date,
): Promise<ReleaseOutcome> {
  const { db } = dependencies
  const now = await readRunClock(db, ownClock)
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    const state = await findRunState(db, message.clippingId)
    if (!state || !isOpen(message, state)) return { kind: 'past' }
    if (message.kind === 'due' && message.nextRunAt.getTime() > now.getTime() + EARLY_MINUTES * MINUTE_MS)
      return { kind: 'early' }
    const outcome = await attempt(message, state, dependencies, now)
    if (outcome) return outcome
  }
  throw new Error(`The clipping ${message.clippingId} changed ${ROUNDS_MAX} times while its release was made`)
}
