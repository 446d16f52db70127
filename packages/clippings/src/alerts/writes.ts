import type { Db, DbPool } from '@pauta/platform/database/database'
import { limitExceeded, PublicError } from '@pauta/platform/errors'
import { replaceRecortes } from '../clippings/writes.ts'
import { identifyRecortes, type Recorte } from '../recortes/recorte.ts'
import { findNextRun } from '../schedules/due-time.ts'
import { addressKey } from '../subscriptions/address-key.ts'
import { ALERTS_AUTHOR_ID, frequencyOf, scheduleOf, type AlertFrequency } from './alert.ts'
import { alertsJoined, findAlertAddress, listAlerts } from './queries.ts'
import { ALERTS_PER_ADDRESS } from './request-alert.ts'

/** An alert of the address whose link somebody has, and when it changes. */
export interface AlertRequest {
  /** Id of the clipping. */
  id: string
  addressKey: string
  now: Date
}

interface LockedAlert {
  subscriptionId: string
  schedule: string
  active: boolean
  nextRunAt: Date | null
}

/** Locks the clipping of an alert until the transaction ends. Throws NOT_FOUND for one of another address. */
async function lockAlert(tx: Db, { id, addressKey }: AlertRequest): Promise<LockedAlert> {
  const [alert] = await tx<LockedAlert[]>`
    select s.id as subscription_id, c.schedule, c.active, c.next_run_at from ${alertsJoined(tx)}
    where c.id = ${id} and a.address_key = ${addressKey} for no key update of c`
  if (!alert)
    throw new PublicError('NOT_FOUND', 'Este alerta não existe mais: foi encerrado, ou o pedido expirou.')
  return alert
}

/** The next run of a clipping that changed. */
export interface AlertRun {
  id: string
  nextRunAt: Date | null
}

const nextRunOf = (frequency: AlertFrequency, now: Date) =>
  findNextRun({ schedule: scheduleOf(frequency), active: true, startDate: null, endDate: null }, now)

/**
 * Starts an alert whose address confirms; repeating it changes nothing. Call it in a transaction. Throws NOT_FOUND, and
 * LIMIT_EXCEEDED for the 11th alert of an address.
 */
export async function confirmAlertInTransaction(tx: Db, request: AlertRequest): Promise<AlertRun> {
  const { id, now } = request
  // Two confirmations of one address at once wait for each other, so that they count each other.
  await tx`select pg_advisory_xact_lock(hashtextextended(${request.addressKey}, 1))`
  const alert = await lockAlert(tx, request)
  if (alert.active) return { id, nextRunAt: alert.nextRunAt }
  const confirmed = (await listAlerts(tx, request.addressKey)).filter((other) => other.confirmed)
  if (confirmed.length >= ALERTS_PER_ADDRESS)
    throw limitExceeded('id', `cada endereço pode ter até ${ALERTS_PER_ADDRESS} alertas. Encerre um antes.`)
  const nextRunAt = nextRunOf(frequencyOf(alert.schedule), now)
  await tx`
    update address_consents set status = 'confirmed', answered_at = ${now}
    where subscription_id = ${alert.subscriptionId}`
  await tx`
    update clippings set active = true, next_run_at = ${nextRunAt}, timed_at = ${now}, updated_at = ${now}
    where id = ${id}`
  return { id, nextRunAt }
}

export const confirmAlert = (pool: DbPool, request: AlertRequest): Promise<AlertRun> =>
  pool.begin((tx) => confirmAlertInTransaction(tx, request))

/** Changes of an alert; undefined properties stay unchanged. */
export interface AlertChange {
  recorte?: Omit<Recorte, 'id'> | undefined
  frequency?: AlertFrequency | undefined
}

/** Changes what an alert selects or how often it arrives. Throws NOT_FOUND. */
export async function updateAlert(
  pool: DbPool,
  request: AlertRequest,
  { recorte, frequency }: AlertChange,
): Promise<AlertRun> {
  const { id, now } = request
  return await pool.begin(async (tx) => {
    const alert = await lockAlert(tx, request)
    const isMoved = frequency !== undefined && frequency !== frequencyOf(alert.schedule)
    const schedule = isMoved ? scheduleOf(frequency).text : alert.schedule
    const nextRunAt = isMoved && alert.active ? nextRunOf(frequency, now) : alert.nextRunAt
    if (recorte) await replaceRecortes(tx, id, identifyRecortes([recorte]))
    await tx`
      update clippings set name = coalesce(${recorte?.title ?? null}, name), schedule = ${schedule},
        next_run_at = ${nextRunAt}, timed_at = ${now}, updated_at = ${now}
      where id = ${id}`
    return { id, nextRunAt }
  })
}

/**
 * Ends an alert and erases it with its releases, its ledger rows and its copy of the address. Returns false when there is
 * no such alert.
 */
export async function cancelAlert(
  db: Db,
  { id, addressKey }: Pick<AlertRequest, 'id' | 'addressKey'>,
): Promise<boolean> {
  const { count } = await db`
    delete from clippings where id = (
      select s.clipping_id from alerts a join subscriptions s on s.id = a.subscription_id
      where s.clipping_id = ${id} and a.address_key = ${addressKey})`
  return count > 0
}

/**
 * Ends all alerts of an address, and erases the address. With `blocks`, a keyed hash of the address stays, so that nobody
 * can have us ask the address for an alert again. Returns the ids of the clippings.
 */
export async function leaveAlerts(
  pool: DbPool,
  { addressKey, blocks, now }: { addressKey: string; blocks: boolean; now: Date },
): Promise<string[]> {
  return await pool.begin(async (tx) => {
    const address = await findAlertAddress(tx, addressKey)
    if (address === undefined) return []
    if (blocks)
      await tx`
        insert into consent_questions (user_id, address_hash, mailbox_hash, asked_at, status)
        values (${ALERTS_AUTHOR_ID}, consent_hash(${address}), consent_hash(mailbox_of(${address})), ${now}, 'refused')
        on conflict (user_id, address_hash) do update set status = 'refused'`
    return await endAlerts(tx, addressKey)
  })
}

async function endAlerts(tx: Db, addressKey: string): Promise<string[]> {
  const ended = await tx<{ id: string }[]>`
    delete from clippings where id in (
      select s.clipping_id from alerts a join subscriptions s on s.id = a.subscription_id
      where a.address_key = ${addressKey})
    returning id`
  return ended.map(({ id }) => id)
}

/** Ends all alerts of an address, in the transaction that erases its person. */
export async function endAlertsOf(tx: Db, address: string): Promise<void> {
  await endAlerts(tx, addressKey(address))
}
