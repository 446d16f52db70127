import { ulid } from 'ulid'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { lockUser } from '@pauta/people/people/lock-user'
import { NO_CHANNELS } from '../subscriptions/channels.ts'
import type { Clipping, ClippingDraft } from './clipping.ts'
import { askForConsent } from '@pauta/people/people/consent'
import { findNextRun } from '../schedules/due-time.ts'
import { assertMayAuthor, lockOwnClipping } from './limits.ts'
import { announceChange } from './change-notices.ts'
import { announceEnd } from './notices.ts'
import { getClipping } from './queries.ts'
import { DEFAULT_EVENTS, identifyRecortes, type Recorte } from '../recortes/recorte.ts'
import { keepReachedReleases } from './keep-releases.ts'
import { parseSchedule } from '../schedules/schedule.ts'
import { lockSubscription, newSubscription, saveSubscription } from '../subscriptions/subscription.ts'

/** Which clipping, which user, and when. */
export interface ClippingRequest {
  id: string
  userId: string
  now: Date
}

/** Replaces all recortes of a clipping. */
export async function replaceRecortes(
  tx: Db,
  clippingId: string,
  recortes: readonly Recorte[],
): Promise<void> {
  await tx`delete from recortes where clipping_id = ${clippingId}`
  const rows = recortes.map((recorte, position) => ({ ...recorte, position }))
  await tx`
    insert into recortes (id, clipping_id, position, title, themes, agencies, exclude_agencies, keywords,
      exclude_keywords, entity_canonical, states, events)
    select id, ${clippingId}, position, title, themes, agencies, coalesce("excludeAgencies", '{}'), keywords,
      coalesce("excludeKeywords", '{}'), coalesce("entityCanonical", '{}'), coalesce(states, '{}'),
      coalesce(events, ${[...DEFAULT_EVENTS]})
    from jsonb_to_recordset(${tx.json(rows)})
      as r (id text, position smallint, title text, themes text[], agencies text[], "excludeAgencies" text[],
        keywords text[], "excludeKeywords" text[], "entityCanonical" text[], states text[], events text[])`
}

/**
 * Creates a clipping and its author's subscription in one transaction. A channel of URL_CHANNELS stays without a URL until
 * `updateSubscription` sets one. Throws LIMIT_EXCEEDED for the 51st clipping.
 */
export async function createClipping(
  pool: DbPool,
  draft: ClippingDraft,
  { userId, now }: Omit<ClippingRequest, 'id'>,
): Promise<Clipping> {
  const deliveryChannels = draft.deliveryChannels ?? NO_CHANNELS
  const id = ulid(now.getTime())
  const nextRunAt = findNextRun({ ...draft, active: true }, now)
  return await pool.begin(async (tx) => {
    await lockUser(tx, userId)
    await assertMayAuthor(tx, userId)
    await tx`
      insert into clippings (id, author_user_id, name, description, prompt, schedule, schedule_time, start_date,
        end_date, include_history, active, next_run_at, timed_at, created_at, updated_at)
      values (${id}, ${userId}, ${draft.name}, ${draft.description}, ${draft.prompt}, ${draft.schedule.text},
        ${draft.scheduleTime}, ${draft.startDate}, ${draft.endDate}, ${draft.includeHistory ?? false}, true,
        ${nextRunAt}, ${now}, ${now}, ${now})`
    await replaceRecortes(tx, id, identifyRecortes(draft.recortes))
    const subscription = {
      ...newSubscription({ clippingId: id, userId, role: 'AUTHOR', now }),
      deliveryChannels,
      extraEmails: draft.extraEmails ?? [],
    }
    await saveSubscription(tx, subscription)
    await askForConsent(tx, subscription, { clippingName: draft.name, now })
    return await getClipping(tx, id)
  })
}

/** Returns the earlier run, so that a run computed while a clock was ahead does not stay. */
function earlier(one: Date, other: Date | null): Date {
  return other && other < one ? other : one
}

/**
 * Returns the next run after a change. A due run that has not begun stays due, unless the schedule or the days changed.
 */
function nextRunAfter(before: Clipping, draft: ClippingDraft, now: Date): Date | null {
  const next = findNextRun({ ...draft, active: before.active }, now)
  const sameTimes =
    before.schedule === draft.schedule.text &&
    before.startDate === draft.startDate &&
    before.endDate === draft.endDate
  return sameTimes && before.nextRunAt ? earlier(before.nextRunAt, next) : next
}

async function updateAuthorSubscription(
  tx: Db,
  draft: ClippingDraft,
  { id, userId, now }: ClippingRequest,
): Promise<void> {
  const before = await lockSubscription(tx, { userId, clippingId: id })
  if (!before) throw new Error(`The clipping ${id} has no subscription of its author`)
  const subscription = {
    ...before,
    deliveryChannels: draft.deliveryChannels ?? before.deliveryChannels,
    extraEmails: draft.extraEmails ?? before.extraEmails,
  }
  await saveSubscription(tx, subscription)
  await askForConsent(tx, subscription, { clippingName: draft.name, now })
}

/** Changes a clipping of its author and announces the change. Returns the clipping. Throws NOT_FOUND or FORBIDDEN. */
async function changeClipping(
  pool: DbPool,
  request: ClippingRequest,
  change: (tx: Db, before: Clipping) => Promise<void>,
): Promise<Clipping> {
  const { id, now } = request
  return await pool.begin(async (tx) => {
    await lockOwnClipping(tx, request)
    const before = await getClipping(tx, id)
    await change(tx, before)
    const after = await getClipping(tx, id)
    await announceChange(tx, { before, after, now })
    return after
  })
}

/**
 * Replaces the content of a clipping. Recortes with an unchanged title keep their ids. Null channels, addresses and
 * history stay unchanged. An active listing gets the new recortes, prompt and schedule in the same transaction,
 * and its followers a notice. Throws NOT_FOUND, FORBIDDEN or BAD_USER_INPUT.
 */
export async function updateClipping(
  pool: DbPool,
  draft: ClippingDraft,
  request: ClippingRequest,
): Promise<Clipping> {
  const { id, now } = request
  return await changeClipping(pool, request, async (tx, before) => {
    const recortes = identifyRecortes(draft.recortes, before.recortes)
    await tx`
      update clippings set name = ${draft.name}, description = ${draft.description}, prompt = ${draft.prompt},
        schedule = ${draft.schedule.text}, schedule_time = ${draft.scheduleTime}, start_date = ${draft.startDate},
        end_date = ${draft.endDate}, include_history = coalesce(${draft.includeHistory}, include_history),
        next_run_at = ${nextRunAfter(before, draft, now)}, timed_at = ${now}, updated_at = ${now}
      where id = ${id}`
    await replaceRecortes(tx, id, recortes)
    await updateAuthorSubscription(tx, draft, request)
    await tx`
      update listings set recortes = ${tx.json(recortes as never)}, prompt = ${draft.prompt},
        schedule = ${draft.schedule.text}, updated_at = ${now}
      where source_clipping_id = ${id} and active`
  })
}

/** Activates or pauses the schedule of a clipping. Throws NOT_FOUND or FORBIDDEN. */
export async function setClippingActive(
  pool: DbPool,
  active: boolean,
  request: ClippingRequest,
): Promise<Clipping> {
  const { id, now } = request
  return await changeClipping(pool, request, async (tx, before) => {
    const schedule = parseSchedule(before.schedule, 'schedule')
    const next = findNextRun({ ...before, schedule, active }, now)
    const nextRunAt = active && before.active && before.nextRunAt ? earlier(before.nextRunAt, next) : next
    await tx`
      update clippings set active = ${active}, next_run_at = ${nextRunAt}, timed_at = ${now}, updated_at = ${now}
      where id = ${id}`
  })
}

/**
 * Deletes a clipping with its subscriptions and releases, writes notices for its subscribers, and deactivates its
 * listing. Releases that reached others stay readable by their address until the purge removes them. The row of the
 * listing stays for its owner. Throws NOT_FOUND or FORBIDDEN.
 */
export async function deleteClipping(pool: DbPool, request: ClippingRequest): Promise<void> {
  const { id, now } = request
  await pool.begin(async (tx) => {
    await lockOwnClipping(tx, request)
    await announceEnd(tx, id, now)
    await keepReachedReleases(tx, { clippingId: id, now })
    await tx`
      update listings set active = false, unpublished_at = ${now}, follower_count = 0, updated_at = ${now}
      where source_clipping_id = ${id} and active`
    await tx`delete from clippings where id = ${id}`
  })
}
