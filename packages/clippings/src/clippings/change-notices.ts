import type { Db } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import type postgres from 'postgres'
import { ulid } from 'ulid'
import { accountAddresses } from '../subscriptions/account-addresses.ts'
import { DEFAULT_EVENTS } from '../recortes/recorte.ts'
import type { Clipping } from './clipping.ts'
import { listFollowerPages } from './follower-pages.ts'

/** What followers notice of a change, in the order of the notice. */
const CHANGES = ['name', 'recortes', 'schedule', 'paused', 'resumed'] as const
type ClippingChange = (typeof CHANGES)[number]

/** What of a clipping followers see or wait for. */
export type Compared = Pick<Clipping, 'name' | 'recortes' | 'schedule' | 'startDate' | 'endDate' | 'active'>

const filtersOf = ({ recortes }: Compared): string =>
  JSON.stringify(
    recortes.map((recorte) => [
      recorte.title,
      recorte.themes,
      recorte.agencies,
      recorte.excludeAgencies ?? [],
      recorte.keywords,
      recorte.excludeKeywords ?? [],
      recorte.entityCanonical ?? [],
      recorte.states ?? [],
      recorte.events ?? DEFAULT_EVENTS,
    ]),
  )

/** Returns the differences that change what followers get, or when. */
export function listChanges(before: Compared, after: Compared): ClippingChange[] {
  const differs: Record<ClippingChange, boolean> = {
    name: before.name !== after.name,
    recortes: filtersOf(before) !== filtersOf(after),
    schedule:
      before.schedule !== after.schedule ||
      before.startDate !== after.startDate ||
      before.endDate !== after.endDate,
    paused: before.active && !after.active,
    resumed: !before.active && after.active,
  }
  return CHANGES.filter((change) => differs[change])
}

/** SQL condition: the subscription `s` already got the notice. */
type WasNotified = postgres.PendingQuery<postgres.Row[]>

async function writeNotices(
  tx: Db,
  subscriptionIds: readonly string[],
  { payload, now }: { payload: Record<string, unknown>; now: Date },
): Promise<void> {
  const timePart = ulid(now.getTime()).slice(0, 10)
  await tx`
    with receivers as (${accountAddresses(tx, subscriptionIds)})
    insert into deliveries (id, subscription_id, user_id, kind, channel, address, payload, due_at, created_at)
    select new_ulid(${timePart}), subscription_id, user_id, 'clipping-changed', channel, address, ${tx.json(payload as never)},
      ${now}, ${now}
    from receivers`
}

async function notifyFollowers(
  tx: Db,
  { clippingId, ...payload }: { clippingId: string; clippingName: string; changes: readonly string[] },
  { wasNotified, now }: { wasNotified: WasNotified; now: Date },
): Promise<void> {
  for await (const page of listFollowerPages(tx, { clippingId, isNotified: tx`not ${wasNotified}` }))
    await writeNotices(tx, page, { payload: { clippingId, ...payload }, now })
}

/**
 * Writes a `clipping-changed` row to the ledger for each address of each follower, if the clipping is listed and changed
 * for readers: the verified e-mail, the linked chat and the browsers, as the subscription allows. Extra addresses and
 * URLs get releases only. A follower gets at most one such notice of a clipping in 24 hours. Call this in the
 * transaction of the change.
 */
export async function announceChange(
  tx: Db,
  { before, after, now }: { before: Clipping; after: Clipping; now: Date },
): Promise<void> {
  const changes = listChanges(before, after)
  // Without a listing, followers keep what was public and learn nothing of later changes.
  if (changes.length === 0 || after.marketplaceListingId === null) return
  const [listing] = await tx<{ name: string }[]>`
    select name from listings where id = ${after.marketplaceListingId}`
  const wasNotified = tx`exists (
    select from deliveries d
    where d.subscription_id = s.id and d.kind = 'clipping-changed'
      and d.created_at > ${new Date(now.getTime() - DAY_MS)})`
  const clippingName = listing?.name ?? after.name
  await notifyFollowers(tx, { clippingId: after.id, clippingName, changes }, { wasNotified, now })
}

/**
 * Writes the same rows for a listed clipping whose last day has passed. Call this after a run without a next run. A
 * follower gets one such notice until the clipping changes again.
 */
export async function announceLastDay(tx: Db, clippingId: string, now: Date): Promise<void> {
  const [ended] = await tx<{ name: string; updatedAt: Date }[]>`
    select l.name, c.updated_at from clippings c join listings l on l.source_clipping_id = c.id and l.active
    where c.id = ${clippingId} and c.active and c.end_date is not null`
  if (!ended) return
  const wasNotified = tx`exists (
    select from deliveries d
    where d.subscription_id = s.id and d.kind = 'clipping-changed' and d.created_at >= ${ended.updatedAt}
      and d.payload -> 'changes' @> '["finished"]')`
  const notice = { clippingId, clippingName: ended.name, changes: ['finished'] }
  await notifyFollowers(tx, notice, { wasNotified, now })
}
