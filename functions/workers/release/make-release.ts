import { planDeliveries } from '@pauta/delivery/ledger/plan-ledger'
import { findNextRun } from '@pauta/clippings/schedules/due-time'
import type { ReleaseMessage } from '@pauta/clippings/releases/messages'
import { endRun, type NewRelease } from '@pauta/clippings/releases/end-run'
import { captureRun } from '@pauta/clippings/releases/run-capture'
import { setReleaseSchedule, type ReleaseScheduler } from '@pauta/clippings/releases/release-scheduler'
import {
  findHeldInstant,
  findRunState,
  readRunClock,
  type RunState,
} from '@pauta/clippings/releases/run-state'
import { parseSchedule } from '@pauta/clippings/schedules/schedule'
import { findWindow, type ReleaseWindow } from '@pauta/clippings/releases/window'
import type { DbPool } from '@pauta/platform/database/database'
import { wakeRelease, type DeliveryQueueUrls } from '@pauta/delivery/ledger/plan-wakes'
import type { QueueSender } from '@pauta/platform/queues/queues'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { ulid } from 'ulid'

/** A run that something was faster than looks again so often; a change by a person comes rarely twice. */
const ROUNDS_MAX = 3
/** A clock may ring so early; a message that comes earlier is of a clock that was wrong. */
const EARLY_MINUTES = 1

const FIELDS = ['title', 'url', 'agency', 'agency_name', 'summary', 'content'] as const

export interface ReleaseDependencies {
  db: DbPool
  index: SearchIndex
  queues: QueueSender
  scheduler: ReleaseScheduler
  deliveryQueues: DeliveryQueueUrls
  /** Base of links to releases, without a slash at its end; empty where no portal is known. */
  portalUrl: string
}

/** What became of a message. */
export type ReleaseOutcome =
  /** A release was made for so many articles, and so many rows of the ledger were woken. */
  | { kind: 'released'; releaseId: string; articles: number; woken: number }
  /** Time moved on, and there was nothing to tell. */
  | { kind: 'empty' }
  /** The clipping is gone, or the run of this message has been. */
  | { kind: 'past' }
  /** It is not time yet, by our clocks; the sweep rings when it is. */
  | { kind: 'early' }

/** Whether there is still something to do for a message. */
function isOpen(message: ReleaseMessage, { nextRunAt, answeredAt }: RunState): boolean {
  return message.kind === 'due'
    ? nextRunAt?.getTime() === message.nextRunAt.getTime()
    : (answeredAt?.getTime() ?? 0) < message.requestedAt.getTime()
}

async function composeNew(
  state: RunState,
  window: ReleaseWindow,
  { db, index, portalUrl }: ReleaseDependencies,
): Promise<NewRelease | undefined> {
  const captured = await captureRun({ db, index }, state, { window, fields: FIELDS })
  if (!captured) return undefined
  // The template of the digest is most of this worker's code, and most runs of a quiet clipping need none of it.
  const { composeRelease } = await import('./compose-release.ts')
  const id = ulid(window.to.getTime())
  return {
    id,
    clippingName: state.name,
    digest: composeRelease(state, window, captured),
    articleIds: captured.articleIds,
    sinceHours: captured.sinceHours,
    releaseUrl: `${portalUrl}/clipping/release/${id}`,
  }
}

/**
 * The run after this one. A release by hand leaves it where it is, unless it is later than the schedule allows, as after
 * a run under a clock that was ahead.
 */
function nextRunAfter(message: ReleaseMessage, state: RunState, now: Date): Date | null {
  const schedule = parseSchedule(state.schedule, 'schedule')
  if (message.kind === 'due')
    return findNextRun({ ...state, schedule }, message.nextRunAt > now ? message.nextRunAt : now)
  const next = findNextRun({ ...state, schedule }, now)
  return state.nextRunAt && next && next < state.nextRunAt ? next : state.nextRunAt
}

/** Looks, thinks and writes once; undefined when something else was faster. */
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
  const release = window && (await composeNew(state, window, dependencies))
  const nextRunAt = nextRunAfter(message, state, now)
  const answeredAt = message.kind === 'manual' ? message.requestedAt : state.answeredAt
  if (!(await endRun(db, { state, window, release, nextRunAt, answeredAt, now }, planDeliveries)))
    return undefined
  if (nextRunAt?.getTime() !== state.nextRunAt?.getTime())
    await setReleaseSchedule(scheduler, { id: state.id, nextRunAt })
  if (!release) return { kind: 'empty' }
  const woken = await wakeRelease(db, { releaseId: release.id, plannedAt: now, queues, urls: deliveryQueues })
  return { kind: 'released', releaseId: release.id, articles: release.articleIds.length, woken }
}

/**
 * Makes the release that a message asks for, if nothing else has: what became searchable since the window before, for
 * everybody who subscribes. The same message again, or an older one, changes nothing.
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
