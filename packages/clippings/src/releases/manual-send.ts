import type { Db, DbPool } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { MINUTE_MS, SECOND_MS } from '@pauta/platform/time/time'
import { lockOwnClipping } from '../clippings/limits.ts'
import { captureChanges } from './run-changes.ts'
import { chooseArticles } from './run-capture.ts'
import { findHeldInstant, findRunState } from './run-state.ts'
import { parseSchedule } from '../schedules/schedule.ts'
import { findWindow } from './window.ts'
import type { ClippingRequest } from '../clippings/writes.ts'

const MINUTES_BETWEEN_SENDS = 10
/** A second request within this time is a double click. A later one sends the first message again: it may be lost. */
const REPEAT_AFTER_SECONDS = 10

interface StoredRequest {
  sentAt: Date | null
  /** True until a run has answered the request. */
  isOpen: boolean
}

/** A stored manual send request. Its message contains `requestedAt`. */
export interface ManualSendRequest {
  requestedAt: Date
  /** Deletes the request, unless it was open before this call. */
  undo: () => Promise<void>
}

function refuseUntil(free: number, now: Date, message: string): void {
  if (free <= now.getTime()) return
  const retryAfterSeconds = Math.ceil((free - now.getTime()) / SECOND_MS)
  throw new PublicError('RATE_LIMITED', message, { details: { retryAfterSeconds } })
}

/**
 * Stores the author's request for a release now. The request stays open until a release run has answered it; the sweep
 * sends its message again until then. If a request is open already, returns that request, so that its message can be
 * sent again and one release answers both. Throws NOT_FOUND, FORBIDDEN or RATE_LIMITED: within 10 minutes of the last
 * answered request, and within 10 seconds of an open one.
 */
export async function requestManualSend(pool: DbPool, request: ClippingRequest): Promise<ManualSendRequest> {
  const { id, now } = request
  return await pool.begin(async (tx) => {
    await lockOwnClipping(tx, request)
    const [row] = await tx<StoredRequest[]>`
      select sent_at, send_due_at is not null as is_open from clippings where id = ${id}`
    const before = row?.sentAt ?? null
    const beforeMs = before?.getTime() ?? 0
    if (before && row?.isOpen) {
      refuseUntil(
        beforeMs + REPEAT_AFTER_SECONDS * SECOND_MS,
        now,
        'Este clipping já está sendo enviado. Espere alguns segundos.',
      )
      return { requestedAt: before, undo: async () => {} }
    }
    refuseUntil(
      beforeMs + MINUTES_BETWEEN_SENDS * MINUTE_MS,
      now,
      `Um clipping pode ser enviado à mão uma vez a cada ${MINUTES_BETWEEN_SENDS} minutos.`,
    )
    await tx`update clippings set sent_at = ${now}, send_due_at = ${now} where id = ${id}`
    return {
      requestedAt: now,
      undo: async () => {
        await pool`
          update clippings set sent_at = ${before}, send_due_at = null
          where id = ${id} and sent_at = ${now} and send_due_at is not null`
      },
    }
  })
}

/** Whether a manual release would have an article or a change now. True for a clipping that no longer exists. */
export async function hasNews(
  stores: { db: Db; index: SearchIndex },
  { clippingId, now }: { clippingId: string; now: Date },
): Promise<boolean> {
  const { db } = stores
  const state = await findRunState(db, clippingId)
  if (!state) return true
  const window = findWindow({
    schedule: parseSchedule(state.schedule, 'schedule'),
    deliveredUntil: state.deliveredUntil,
    due: now,
    now,
    openArrival: await findHeldInstant(db, now),
  })
  if (!window) return false
  if ((await chooseArticles(stores, state, window)).ids.length > 0) return true
  return (await captureChanges(db, state, window)).changes.length > 0
}
