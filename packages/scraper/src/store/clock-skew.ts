import type { Db } from '@pauta/platform/database/database'
import { CLOCKS_DIFFER_MS, HOUR_MS } from '@pauta/platform/time/time'

/** No pause of a host or of a failing site is longer than an hour. */
const PAUSE_MAX_MS = 2 * HOUR_MS

/**
 * Makes sites due that were read while a machine's clock was ahead, and ends the pauses of that time: otherwise nothing reads
 * them until the clock is there. Returns the number of sites.
 */
export async function repairSiteClocks(db: Db, now: Date): Promise<number> {
  const pauseEnd = new Date(now.getTime() + PAUSE_MAX_MS)
  await db`update scrape_hosts set open_at = ${now} where open_at > ${pauseEnd}`
  await db`update scrape_breakers set open_until = ${now} where open_until > ${pauseEnd}`
  const { count } = await db`
    update scrape_sites set next_at = null, last_run_at = least(last_run_at, ${now}),
      last_success_at = least(last_success_at, ${now}), last_found_at = least(last_found_at, ${now}),
      last_looked_again_at = least(last_looked_again_at, ${now}), last_deep_at = least(last_deep_at, ${now}),
      last_failed_at = least(last_failed_at, ${now})
    where last_run_at > ${new Date(now.getTime() + CLOCKS_DIFFER_MS)}`
  return count
}
