import type { Db } from '@pauta/platform/database/database'
import { tables } from './tables.ts'

/** Makes an agency as it is at its next scheduled run: 15 minutes later, and without a second look or a deep pass. */
export async function passInterval(db: Db, agencyKey: string): Promise<void> {
  const now = new Date()
  await tables.scrapeSites.set(db, { agencyKey }, { nextAt: now, lastLookedAgainAt: now, lastDeepAt: now })
}

/**
 * Makes an agency as it is some hours later: its known articles were read longer ago, and what is missing or removed
 * was found earlier. No deep pass is due, which would read every page.
 */
export async function passHours(db: Db, agencyKey: string, hours: number): Promise<void> {
  const lastLookedAgainAt = new Date(Date.now() - (hours + 1) * 3_600_000)
  await tables.scrapeSites.set(db, { agencyKey }, { lastLookedAgainAt, lastDeepAt: new Date() })
  await db`
    update scrape_missing set first_missed_at = first_missed_at - make_interval(hours => ${hours}),
      last_missed_at = last_missed_at - make_interval(hours => ${hours})
    where agency_key = ${agencyKey}`
  await db`
    update articles set removed_at = removed_at - make_interval(hours => ${hours}) where agency_key = ${agencyKey}`
}
