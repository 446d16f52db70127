import { listTroubleDays } from '@pauta/core/operations/trouble-days'
import { countFailedDeliveriesByDay } from '@pauta/delivery/ledger/lag'
import type { Db } from '@pauta/platform/database/database'
import { countFailedRunsByDay } from '@pauta/platform/jobs/job-runs'
import { localDay, startOfLocalDay } from '@pauta/platform/time/time'
import { countFailedSitesByDay } from '@pauta/scraper/store/status'
import { daysArgument } from '../../request/arguments.ts'

/** Runs of jobs are kept for 14 days. */
const DAYS_MAX = 14

/** Lists what went wrong on each of the last local days, today included, oldest first. Four statements. */
export async function listOperationsHistory(db: Db, days: number, now: Date) {
  const since = startOfLocalDay(now, 1 - Math.min(daysArgument(days, 'days'), DAYS_MAX))
  const first = localDay(since)
  const [troubles, runs, sites, deliveries] = await Promise.all([
    listTroubleDays(db, { first, last: localDay(now) }),
    countFailedRunsByDay(db, since),
    countFailedSitesByDay(db, first),
    countFailedDeliveriesByDay(db, since),
  ])
  return troubles.map((trouble) => ({
    ...trouble,
    failedRuns: runs.get(trouble.day) ?? 0,
    failedSites: sites.get(trouble.day) ?? 0,
    failedDeliveries: deliveries.get(trouble.day) ?? 0,
  }))
}
