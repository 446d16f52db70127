import { CONFIRM_WITHIN_DAYS } from '@pauta/clippings/alerts/alert'
import { removeOldAttempts } from '@pauta/clippings/alerts/network-limit'
import { removeDeadAlerts, removeOldAlertQuestions } from '@pauta/clippings/alerts/retention'
import { removeEndedReleases, removeOldReleases } from '@pauta/clippings/releases/retention'
import {
  removeExpiredTelegramMoves,
  removeExpiredTelegramTokens,
} from '@pauta/delivery/channels/telegram/retention'
import { hashOldAddresses, removeOldDeliveries } from '@pauta/delivery/ledger/retention'
import { removeOldActions } from '@pauta/people/people/action-limit'
import { removeOrphanedQuestions } from '@pauta/people/people/consent'
import { makeEventMonths } from '@pauta/core/history/event-months'
import { removeOldHistory } from '@pauta/core/history/retention'
import { removeDoneDeadLetters } from '@pauta/core/operations/done-dead-letters'
import { removeOldRuns } from '@pauta/platform/jobs/job-run-upkeep'
import { removeOldBackfills } from '@pauta/scraper/backfill/backfills'
import { removeOldScrapeRows } from '@pauta/scraper/store/status'
import { removeOldIncidents } from '@pauta/core/operations/incidents'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { connectStorage } from '@pauta/platform/storage/storage'
import { removeOldRawPages } from '@pauta/scraper/raw-pages/remove-raw'
import type { Db } from '@pauta/platform/database/database'
import { KEPT_DAYS } from '@pauta/people/privacy/kept-days'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { connectQueueReader } from '@pauta/platform/queues/queue-reader'
import { DAY_MS } from '@pauta/platform/time/time'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { purge } from './job.ts'
import { OBJECTS_KEPT_DAYS, SCRAPING_KEPT_DAYS } from './kept-objects.ts'

/** Two weeks of runs are about 220,000 rows, which is enough to investigate an incident. */
const RUNS_KEPT_DAYS = 14
/** A year of incidents, so that an article that quotes them can be checked. */
const INCIDENTS_KEPT_DAYS = 365
const BATCH_ROWS = 5000
const DEAD_LETTERS_PER_QUEUE = 1000
const REPORTED_MAX = 20

/** Removes what is older than its days, until none is left or the time is up. The next run removes the rest. */
export const purgeOld: JobWork<typeof purge> = async ({ db, config, now, signal }) => {
  /** Removes old rows batch by batch, until none is left or the time is up. */
  const all = async (remove: (db: Db, batch: OldRows) => Promise<number>, keptDays: number) => {
    const before = new Date(now.getTime() - keptDays * DAY_MS)
    let rows = 0
    for (let removed = BATCH_ROWS; removed === BATCH_ROWS && !signal.aborted; rows += removed)
      removed = await remove(db, { before, limit: BATCH_ROWS })
    return rows
  }
  const storage = connectStorage(config.storage)
  let objects = 0
  for (const [folder, days] of Object.entries(OBJECTS_KEPT_DAYS))
    objects += await all((_, batch) => storage.removeOld(`${folder}/`, batch), days)
  const counts = {
    runs: await all(removeOldRuns, RUNS_KEPT_DAYS),
    addresses: await all(hashOldAddresses, KEPT_DAYS.addresses),
    deliveries: await all(removeOldDeliveries, KEPT_DAYS.deliveries),
    releases:
      (await all(removeOldReleases, KEPT_DAYS.releases)) +
      (await all(removeEndedReleases, KEPT_DAYS.endedReleases)),
    actions: await all(removeOldActions, KEPT_DAYS.actions),
    consentQuestions: await all(removeOrphanedQuestions, KEPT_DAYS.actions),
    alerts: await all(removeDeadAlerts, CONFIRM_WITHIN_DAYS),
    alertCounts:
      (await all(removeOldAlertQuestions, KEPT_DAYS.actions)) +
      (await all(removeOldAttempts, KEPT_DAYS.actions)),
    telegramTokens: await all(removeExpiredTelegramTokens, 0),
    telegramMoves: await all(removeExpiredTelegramMoves, 0),
    scraping:
      (await all(removeOldScrapeRows, SCRAPING_KEPT_DAYS)) +
      (await all(removeOldBackfills, SCRAPING_KEPT_DAYS)),
    rawPages: await all(
      (pages, batch) => removeOldRawPages(pages, storage, batch),
      config.settings.rawPagesDays,
    ),
    objects,
    incidents: await all(removeOldIncidents, INCIDENTS_KEPT_DAYS),
    eventMonths: await makeEventMonths(db, now),
    history: await removeOldHistory(db, { now, months: config.settings.historyMonths, signal }),
  }
  const reader = connectQueueReader()
  // In parallel, because most of the time is waiting for empty queues.
  const deadLetters = await Promise.all(
    PIPELINE_STEPS.map(async (step) => {
      // The queue of a step has the step's name.
      const address = config.deadLetters.queues[step]
      if (!address) return []
      const walk = { reader, deadLetterUrl: address.deadLetterUrl, limit: DEAD_LETTERS_PER_QUEUE, signal }
      return [[step, await removeDoneDeadLetters(db, step, walk)] as const]
    }),
  )
  const walks = deadLetters.flat()
  return {
    ...counts,
    deadLetters: Object.fromEntries(walks.map(([step, { removed }]) => [step, removed])),
    problems: walks
      .flatMap(([step, { hidden }]) => hidden.map((problem) => ({ step, ...problem })))
      .slice(0, REPORTED_MAX),
  }
}

export const handler = runJob(purge, purgeOld)
