import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { PublicError } from '@pauta/platform/errors'
import { localDay, SECOND_MS, startOfLocalDay } from '@pauta/platform/time/time'

/** Most attempts of a network in a local day. A ministry may have one address for all of its people. */
export const ATTEMPTS_MAX = { request: 20, change: 200 } as const
/** Most requests of all networks together in a local day, which also bounds the rows of the table. */
const REQUESTS_MAX = 2000

export type AlertAction = keyof typeof ATTEMPTS_MAX

/** Whose attempt it is, and when. */
export interface NetworkAttempt {
  /** As `clientNetwork` returns it. The table has its hash. */
  network: string
  action: AlertAction
  now: Date
}

/**
 * Counts an attempt of a network in one statement; refused attempts are not counted and write nothing. Throws RATE_LIMITED
 * with `retryAfterSeconds` beyond 20 requests or 200 changes of a network in a local day, and beyond 2,000 requests of
 * all networks.
 */
export async function takeNetworkAttempt(db: Db, { network, action, now }: NetworkAttempt): Promise<void> {
  const day = localDay(now)
  const rows = await db`
    insert into alert_attempts (network, action, day, count)
    select consent_hash(${network}::text), ${action}, ${day}::date, 1
    where ${action}::text <> 'request' or ${REQUESTS_MAX} > (
      select coalesce(sum(count), 0) from alert_attempts where day = ${day}::date and action = 'request')
    on conflict (day, action, network) do update set count = alert_attempts.count + 1
    where alert_attempts.count < ${ATTEMPTS_MAX[action]}
    returning 1`
  if (rows.length > 0) return
  const retryAfterSeconds = Math.ceil((startOfLocalDay(now, 1).getTime() - now.getTime()) / SECOND_MS)
  throw new PublicError(
    'RATE_LIMITED',
    'Já houve pedidos demais a partir desta rede hoje. Tente de novo amanhã, ou entre na sua conta.',
    { retryable: true, details: { retryAfterSeconds } },
  )
}

/** Removes the counts of old days. Returns the number of rows. */
export async function removeOldAttempts(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from alert_attempts where (day, action, network) in (
      select day, action, network from alert_attempts where day < ${localDay(before)}::date limit ${limit})`
  return count
}
