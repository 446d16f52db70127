import { endEarlierSyncLeases } from '@pauta/core/search-index/sync-state'
import { useDatabase } from '@pauta/platform/database/database'
import { endLeases } from '@pauta/platform/jobs/job-run-upkeep'
import { enqueueDueDeliveries } from '@pauta/delivery/queues/enqueue-due'
import { endDeliveryLeases } from '@pauta/delivery/ledger/claim'
import { freeSites } from '@pauta/scraper/store/site-state'
import { loadConfig, type Config } from '@pauta/platform/config/config'
import {
  DELIVERY_CHANNELS,
  DELIVERY_QUEUE_SECTIONS,
  deliveryQueueUrls,
} from '@pauta/platform/config/delivery-channels'
import { connectQueues } from '@pauta/platform/queues/queues'

/**
 * Frees what a killed process held: the leases of its runs, deliveries and syncs of the index, and the sites that it read.
 * Where all workers of a database live in this process, nobody holds anything at its start; otherwise a killed run and its
 * sites would rest until their time-outs, a quarter of an hour for sites. A message whose delivery is leased ends without
 * effect, so its mail would wait for the sweep, up to eight minutes. Must run before the workers start.
 */
export async function freeHeldWork(database: Config<'database'>['database'], now: Date): Promise<void> {
  await useDatabase(database, {}, async (db) => {
    await endLeases(db, now)
    await endDeliveryLeases(db, now)
    await freeSites(db)
    await endEarlierSyncLeases(db)
  })
}

/** Sends what is due to people, whose messages a killed process may not have sent. The queues must have started. */
export async function resumeDeliveries(database: Config<'database'>['database'], now: Date): Promise<void> {
  const config = loadConfig(...DELIVERY_QUEUE_SECTIONS)
  const urls = deliveryQueueUrls(config, DELIVERY_CHANNELS)
  await useDatabase(database, {}, (db) => enqueueDueDeliveries(db, { queues: connectQueues(), urls, now }))
}
