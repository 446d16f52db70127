import { findOldestDueRun } from '@pauta/clippings/schedules/overdue'
import { listWindowHolds } from '@pauta/clippings/releases/run-state'
import { measureTimeToSearch } from '@pauta/core/operations/time-to-search'
import { countStaleSites, measureScraping } from '@pauta/scraper/store/status'
import { measureIndex, publishIndexMetrics } from '@pauta/core/operations/search-index-health'
import { listStepLag } from '@pauta/core/operations/lag'
import { publishMetrics } from '@pauta/core/operations/metrics'
import { countFailedDeliveries, listDeliveryLag } from '@pauta/delivery/ledger/lag'
import { publishDeliveryMetrics } from '@pauta/delivery/ledger/metrics'
import type { JobRunContext } from '@pauta/platform/jobs/run-job'
import { HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { chooseSites } from '@pauta/scraper/store/listed-sites'
import { sweep } from './job.ts'

/** Agencies with a metric of their own. */
const HOLDING_AGENCIES_MAX = 5

/** Measures the pipeline, the deliveries, the jobs and the index, and publishes the metrics. Returns the values. */
export async function measurePipeline({ db, config, now }: JobRunContext<typeof sweep>) {
  const since = new Date(now.getTime() - sweep.schedule.intervalMinutes * MINUTE_MS)
  const { stage } = config.settings
  const index = await measureIndex(config.index)
  publishIndexMetrics(stage, index)
  const pipeline = {
    lag: await listStepLag(db),
    staleAgencies: await countStaleSites(db, { sites: (await chooseSites(db, 'agencies', [])).sites, now }),
    scraping: await measureScraping(db, now),
    timeToSearchSeconds: await measureTimeToSearch(db, new Date(now.getTime() - HOUR_MS)),
  }
  publishMetrics({ stage, now, ...pipeline })
  const deliveryLag = await listDeliveryLag(db, now)
  const failedDeliveries = await countFailedDeliveries(db, since)
  const releases = {
    oldestDueRunAt: await findOldestDueRun(db, now),
    windowHolds: await listWindowHolds(db, { now, limit: HOLDING_AGENCIES_MAX }),
  }
  publishDeliveryMetrics({ stage, now, lag: deliveryLag, failed: failedDeliveries, ...releases })
  return { ...pipeline, ...releases, deliveryLag, failedDeliveries, index }
}
