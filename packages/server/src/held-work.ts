import { endEarlierSyncLeases } from '@pauta/core/search-index/sync-state'
import { connectDatabase } from '@pauta/platform/database/database'
import { endLeases } from '@pauta/platform/jobs/job-run-upkeep'
import { endDeliveryLeases } from '@pauta/delivery/ledger/claim'
import { freeSites } from '@pauta/scraper/store/site-state'
import type { Config } from '@pauta/platform/config/config'

/**
 * Frees what a killed process held: the leases of its runs, deliveries and syncs of the index, and the sites that it read.
 * Where all workers of a database live in this process, nobody holds anything at its start; otherwise a killed run and its
 * sites would rest until their time-outs, a quarter of an hour for sites. A message whose delivery is leased ends without
 * effect, so its mail would wait for the sweep, up to eight minutes. Must run before the workers start.
 */
export async function freeHeldWork(database: Config<'database'>['database'], now: Date): Promise<void> {
  const db = connectDatabase(database)
  try {
    await endLeases(db, now)
    await endDeliveryLeases(db, now)
    await freeSites(db)
    await endEarlierSyncLeases(db)
  } finally {
    await db.end({ timeout: 5 })
  }
}
