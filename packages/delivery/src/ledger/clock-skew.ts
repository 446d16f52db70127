import type { Db } from '@pauta/platform/database/database'
import { CLOCKS_DIFFER_MS } from '@pauta/platform/time/time'

/**
 * Repairs open rows that were written while a machine's clock was ahead: each waits from now on for as long as it was to
 * wait then. Leaves a row with a lease, which a worker may be sending. Returns the number of rows.
 */
export async function repairDeliveryClocks(db: Db, now: Date): Promise<number> {
  const { count } = await db`
    update deliveries set due_at = ${now}::timestamptz + greatest(due_at - updated_at, interval '0'),
      woken_at = least(woken_at, ${now}), updated_at = ${now}
    where status in ('pending', 'unknown') and due_at > ${now} and lease_until is null
      and updated_at > ${new Date(now.getTime() + CLOCKS_DIFFER_MS)}`
  return count
}
