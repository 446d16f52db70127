import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import { recortesColumn } from '../clippings/queries.ts'
import type { Recorte } from '../recortes/recorte.ts'
import { frequencyOf, type Alert } from './alert.ts'

/** Alerts of one address that are read: those that it may have, confirmed and open. */
const ALERTS_READ_MAX = 50

interface AlertRow extends Omit<Alert, 'recorte' | 'frequency'> {
  recortes: Recorte[]
  schedule: string
}

/**
 * SQL: the alerts `a` with their subscriptions `s`, clippings `c` and consents `q`. An alert has one consent: that of its
 * address.
 */
export const alertsJoined = (db: Db): postgres.PendingQuery<postgres.Row[]> => db`
  alerts a
  join subscriptions s on s.id = a.subscription_id
  join clippings c on c.id = s.clipping_id
  join address_consents q on q.subscription_id = s.id`

/** Returns the alerts of an address by its key, in the order of their requests, at most 50. */
export async function listAlerts(db: Db, addressKey: string): Promise<Alert[]> {
  const rows = await db<AlertRow[]>`
    select c.id, c.schedule, q.status = 'confirmed' as confirmed, a.created_at, c.next_run_at, ${recortesColumn(db)}
    from ${alertsJoined(db)}
    where a.address_key = ${addressKey}
    order by a.created_at, c.id limit ${ALERTS_READ_MAX}`
  return rows.flatMap(({ recortes: [recorte], schedule, ...alert }) =>
    recorte ? [{ ...alert, recorte, frequency: frequencyOf(schedule) }] : [],
  )
}

/** Returns the address with the key, or undefined when it has no alert. */
export async function findAlertAddress(db: Db, addressKey: string): Promise<string | undefined> {
  const [row] = await db<{ address: string }[]>`
    select s.extra_emails[1] as address from alerts a join subscriptions s on s.id = a.subscription_id
    where a.address_key = ${addressKey} and cardinality(s.extra_emails) > 0 limit 1`
  return row?.address
}
