import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { ALERTS_AUTHOR_ID } from './alert.ts'

/**
 * Removes requests of before that nobody confirmed, and alerts of addresses that bounced or complained, with their
 * addresses. Returns the number of alerts.
 */
export async function removeDeadAlerts(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from clippings where id in (
      select s.clipping_id
      from alerts a
      join subscriptions s on s.id = a.subscription_id
      join address_consents q on q.subscription_id = s.id
      where (a.created_at < ${before} and q.status = 'asked')
        or exists (select from suppressed_addresses x where x.address = q.address)
      limit ${limit})`
  return count
}

/** Removes the hashes of addresses that were asked for an alert, unless the address refused. Returns the number of rows. */
export async function removeOldAlertQuestions(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from consent_questions where id in (
      select id from consent_questions
      where user_id = ${ALERTS_AUTHOR_ID} and status <> 'refused' and asked_at < ${before} limit ${limit})`
  return count
}
